"""What a causality proof found, for people and as a JSON document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from turnscope.report.numbers import milliseconds
from turnscope.report.tables import TASK_NAMES, aligned, wrapped
from turnscope.systems.causality import Leak, Proof, Verdict
from turnscope.systems.changes import Change

__all__ = ["causality_document", "causality_lines", "proof_remarks", "titled"]


def titled(name: str, *, causal: bool) -> str:
    """A system's name as a table has it, which says if it may know what it has not heard.

    For example ``oracle (causal: no)``.
    """
    return name if causal else f"{name} (causal: no)"


def causality_lines(name: str, proofs: Sequence[Proof], *, causal: bool) -> list[str]:
    """The finding first, then one row a conversation, then what changed first in each.

    Args:
        name: of the system, with its version.
        proofs: one a conversation.
        causal: whether the system declares itself causal.
    """
    declared = "declared causal" if causal else "declared non-causal"
    lines = [*wrapped(f"{name}, {declared}: {_finding(proofs)}"), ""]
    rows = [["conversation", "seconds", "cuts", "replays", ""]]
    for proof in proofs:
        rows.append(
            [
                proof.conversation_id,
                f"{proof.duration_s:.1f}",
                str(len(proof.cuts_s)),
                str(proof.n_replays),
                f"{proof.verdict}: "
                + (_equality(proof) if proof.verdict is Verdict.CAUSAL else _ahead(proof)),
            ]
        )
    lines += aligned(rows, prose=True)
    told = [line for proof in proofs if proof.leaks for line in _leak_lines(proof)]
    return [*lines, "", *told] if told else lines


def proof_remarks(proofs: Sequence[Proof]) -> list[str]:
    """What makes a proof less than it seems, or a system less than it should be."""
    remarks = []
    for proof in proofs:
        if proof.remembers:
            remarks.append(
                f"{proof.conversation_id}: what it says depends on what it heard in earlier "
                "sessions; every replay was by a new one."
            )
        if proof.verdict is Verdict.CAUSAL and not proof.n_telling:
            remarks.append(
                f"{proof.conversation_id}: no replaced audio changed anything, before or after "
                "the cut. A system that does not listen is causal, and so is one that says "
                "nothing here; one that reads the original file would look the same."
            )
    return remarks


def causality_document(
    name: str, version: str, proofs: Sequence[Proof], *, causal: bool
) -> dict[str, object]:
    """Every replay that changed something, and all counts; times in seconds.

    Returns:
        ``system``, ``version``, ``declared_causal``, ``verdict`` (of all together),
        ``hears_ahead`` (the largest, null if none) and ``conversations``.
    """
    worst = _worst(proofs)
    return {
        "system": name,
        "version": version,
        "declared_causal": causal,
        "verdict": str(_verdict(proofs)),
        "hears_ahead": None if worst is None else _ahead_document(worst),
        "conversations": [_proof_document(proof) for proof in proofs],
    }


def _verdict(proofs: Sequence[Proof]) -> Verdict:
    found = {proof.verdict for proof in proofs}
    order = (Verdict.LEAKS, Verdict.NOT_REPRODUCIBLE, Verdict.CAUSAL)
    return next(verdict for verdict in order if verdict in found)


def _worst(proofs: Sequence[Proof]) -> Proof | None:
    measured = [(p.look_ahead.at_least_s, k) for k, p in enumerate(proofs) if p.look_ahead]
    return proofs[max(measured)[1]] if measured else None


def _finding(proofs: Sequence[Proof]) -> str:
    verdict, worst = _verdict(proofs), _worst(proofs)
    if worst is not None:
        return f"{_ahead(worst)} (conversation {worst.conversation_id})"
    if verdict is Verdict.NOT_REPRODUCIBLE:
        return "not reproducible, so nothing is proven: the same audio gave different answers"
    drift = max(proof.drift for proof in proofs)
    n_compared = sum(proof.n_compared for proof in proofs)
    same = "exactly equal" if not drift else f"equal within {drift:.1e}"
    return f"nothing said before a cut changed in {n_compared} replays ({same})"


def _ahead(proof: Proof) -> str:
    found = proof.look_ahead
    if found is None:
        return "the same audio gave different answers"
    reach = f"hears at least {milliseconds(1000 * found.at_least_s)} ms ahead"
    if found.below_s is None:
        return f"{reach}, to the end of the audio"
    return f"{reach} (not {milliseconds(1000 * found.below_s)})"


def _equality(proof: Proof) -> str:
    same = "exactly equal" if not proof.drift else f"equal within {proof.drift:.1e}"
    return f"{same}, {proof.n_telling} of {proof.n_compared} replays changed what came later"


def _leak_lines(proof: Proof) -> list[str]:
    first = min(proof.leaks, key=lambda leak: (leak.change.stamp_s, leak.at_s))
    kinds = Counter(leak.future for leak in proof.leaks)
    told = ", ".join(f"{future} {n}" for future, n in kinds.items())
    return [
        *wrapped(
            f"{_where(proof, first.change)}: {_changed(first.change)} when all audio from "
            f"{first.at_s:.3f} s on was replaced ({first.future})"
        ),
        *wrapped(
            f"replays that changed something said before their cut: {told} "
            f"of {len(proof.cuts_s)} each",
            indent="  ",
        ),
    ]


def _where(proof: Proof, change: Change) -> str:
    return f"{proof.conversation_id}/speaker_{change.speaker}, {TASK_NAMES[change.task]}"


def _changed(change: Change) -> str:
    if change.kind == "commit":
        fate = "came up" if change.before is None else "was gone"
        return f"the commit stamped {change.stamp_s:.3f} s {fate}"
    before, after = (
        "absent" if value is None else f"{value:.6f}" for value in (change.before, change.after)
    )
    return f"the score stamped {change.stamp_s:.3f} s was {before} and became {after}"


def _ahead_document(proof: Proof) -> dict[str, object]:
    assert proof.look_ahead is not None
    found = proof.look_ahead
    return {
        "conversation_id": proof.conversation_id,
        "at_least_s": found.at_least_s,
        "below_s": found.below_s,
        "to_the_end": found.below_s is None,
        "stamp_s": found.stamp_s,
    }


def _proof_document(proof: Proof) -> dict[str, object]:
    return {
        "conversation_id": proof.conversation_id,
        "duration_s": proof.duration_s,
        "verdict": str(proof.verdict),
        "cuts_s": list(proof.cuts_s),
        "n_replays": proof.n_replays,
        "n_compared": proof.n_compared,
        "n_telling": proof.n_telling,
        "largest_drift": proof.drift,
        "remembers_sessions": proof.remembers,
        "hears_ahead": None if proof.look_ahead is None else _ahead_document(proof),
        "leaks": [_leak_document(leak) for leak in proof.leaks],
    }


def _leak_document(leak: Leak) -> dict[str, object]:
    change = leak.change
    return {
        "at_s": leak.at_s,
        "replaced_by": str(leak.future),
        "speaker": change.speaker,
        "task": change.task.value,
        "kind": change.kind,
        "stamp_s": change.stamp_s,
        "before": change.before,
        "after": change.after,
        "ahead_s": leak.ahead_s,
    }
