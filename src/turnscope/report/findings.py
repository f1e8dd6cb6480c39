"""Findings of a corpus check as lines for people and as a JSON document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turnscope.corpus.findings import Finding
from turnscope.errors import Fault
from turnscope.report.tables import wrapped

__all__ = ["findings_document", "findings_lines"]

_Found = Mapping[str, Sequence[Finding]]


def findings_lines(found: _Found) -> list[str]:
    """A summary line, then by kind: where, what was measured; what it means and what to do."""
    findings = [finding for part in found.values() for finding in part]
    warnings = sum(finding.severity == "warning" for finding in findings)
    notes = len(findings) - warnings
    clean = sum(not part for part in found.values())
    lines = [
        f"{len(found)} conversations checked: {clean} without findings, "
        f"{warnings} warnings, {notes} notes"
    ]
    kinds: dict[tuple[str, str], list[Finding]] = {}
    for finding in sorted(findings, key=lambda f: f.severity == "note"):
        kinds.setdefault((finding.severity, finding.kind), []).append(finding)
    for alike in kinds.values():
        lines += ["", *(line for finding in alike for line in _lines_of(finding))]
        for said in (f"means: {alike[0].means}", f"fix: {alike[0].fix}"):
            lines += wrapped(said, indent="  ")
    return lines


def _lines_of(finding: Finding) -> list[str]:
    measured = ", ".join(f"{name} {value:.4g}" for name, value in finding.values.items())
    lines = [f"{finding.severity}: {finding.where}: {finding.kind.replace('_', ' ')}"]
    lines += wrapped(f"measured: {measured}", indent="  ") if measured else []
    return [*lines, *wrapped(finding.detail, indent="  ")]


def findings_document(found: _Found, faults: Sequence[Fault]) -> dict[str, object]:
    """Findings by conversation, and the oddities met in reading the annotations."""
    return {
        "conversations": {
            name: [
                {
                    "kind": finding.kind,
                    "where": finding.where,
                    "severity": finding.severity,
                    "values": dict(finding.values),
                    "detail": finding.detail,
                    "means": finding.means,
                    "fix": finding.fix,
                }
                for finding in part
            ]
            for name, part in found.items()
        },
        "reading": [str(fault) for fault in faults],
    }
