"""What a corpus holds: conversations, hours, annotators, events by label, what gold ignores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from turnscope.core.conversation import SPEAKERS, Conversation
from turnscope.core.labels import FINE_LABELS, LABEL_ALIASES
from turnscope.report.tables import aligned

__all__ = ["corpus_document", "corpus_table"]


def corpus_document(
    name: str, source: str, revision: str, conversations: Sequence[Conversation]
) -> dict[str, object]:
    """The summary for a JSON file; events are counted over all annotators."""
    labels: Counter[str] = Counter()
    annotators: Counter[str] = Counter()
    types: Counter[str] = Counter()
    for conversation in conversations:
        types[conversation.metadata.type_name or "(none)"] += 1
        annotators.update(conversation.annotators)
        for speaker in SPEAKERS:
            for annotator in conversation.annotators:
                labels.update(conversation.track(speaker, annotator).labels)
    actors = {a for c in conversations for a in c.metadata.actor_ids if a is not None}
    known = {fine.spelling for fine in FINE_LABELS} | set(LABEL_ALIASES)
    return {
        "name": name,
        "source": source,
        "revision": revision,
        "n_conversations": len(conversations),
        "hours": sum(c.duration_s for c in conversations) / 3600.0,
        "n_speakers": len(actors),
        "annotators": dict(sorted(annotators.items())),
        "types": dict(types),
        "n_events": sum(labels.values()),
        "n_unlabelled": labels.get("", 0),
        "labels": dict(labels.most_common()),
        "unknown_labels": {
            label: n for label, n in labels.most_common() if label and label not in known
        },
        "conversations": {
            c.conversation_id: {
                "duration_s": c.duration_s,
                "type": c.metadata.type_name,
                "n_events": {
                    f"{speaker}/{annotator}": len(c.track(speaker, annotator))
                    for speaker in SPEAKERS
                    for annotator in c.annotators
                },
            }
            for c in conversations
        },
    }


def corpus_table(document: dict[str, object], *, each: bool = False) -> list[str]:
    """The summary as lines; with ``each`` a row a conversation follows."""
    hours = document["hours"]
    assert isinstance(hours, float)
    rows = [
        ["corpus", f"{document['name']} ({document['source']})"],
        ["conversations", f"{document['n_conversations']}, {hours:.2f} h"],
        ["speakers", f"{document['n_speakers']}" if document["n_speakers"] else "not told"],
        ["annotators", _listed(document["annotators"], "of {} conversations")],
        ["types", _listed(document["types"], "{}")],
        ["events", f"{document['n_events']}, of them {document['n_unlabelled']} without a label"],
    ]
    if document["revision"]:
        rows.insert(1, ["revision", str(document["revision"])])
    lines = aligned(rows, prose=True)
    labels = document["labels"]
    assert isinstance(labels, dict)
    if labels:
        unknown = document["unknown_labels"]
        assert isinstance(unknown, dict)
        marks = [
            [
                label or "(no label)",
                str(n),
                "unknown, ignored by gold" if label in unknown or not label else "",
            ]
            for label, n in labels.items()
        ]
        lines += ["", *aligned([["label", "events", ""], *marks])]
    if each:
        lines += ["", *aligned(_each(document), prose=True)]
    return lines


def _listed(counts: object, form: str) -> str:
    assert isinstance(counts, dict)
    return ", ".join(f"{key} {form.format(n)}" for key, n in counts.items()) or "none"


def _each(document: dict[str, object]) -> list[list[str]]:
    conversations = document["conversations"]
    assert isinstance(conversations, dict)
    return [
        ["conversation", "seconds", "type", "events"],
        *(
            [
                key,
                f"{told['duration_s']:.1f}",
                told["type"] or "—",
                " ".join(f"{track}:{n}" for track, n in told["n_events"].items()),
            ]
            for key, told in conversations.items()
        ),
    ]
