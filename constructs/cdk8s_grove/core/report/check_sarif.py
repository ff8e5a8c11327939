"""What a check found as SARIF 2.1.0, which code scanning takes.

Source: oasis-tcs/sarif-spec sarif-2.1/schema/sarif-schema-2.1.0.json.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path, PurePath
from typing import Any, Final
from urllib.parse import quote

from cdk8s_grove.core.checks import Report, all_rules
from cdk8s_grove.core.checks.places import Located
from cdk8s_grove.core.report.paths import relative

_FINGERPRINT: Final = "cdk8sGrove/v1"
"""Of code, file, object, path and message: the same wherever in its file a finding stands."""

Json = dict[str, Any]


def check_as_sarif(report: Report, *, version: str, here: PurePath, root: PurePath) -> str:
    """The report's log of one run.

    Args:
        report: What to show.
        version: Of this package.
        here: The folder that files are named from.
        root: The repository's, which those below it are to be named from.
    """
    rules = _rules(report)
    index = {rule["id"]: at for at, rule in enumerate(rules)}
    driver = {"name": "cdk8s-grove", "semanticVersion": version, "version": version, "rules": rules}
    seen: Counter[str] = Counter()
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, relative(one.file, here, root), index, seen) for one in report.located],
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _rules(report: Report) -> list[Json]:
    """Every rule, and what a check can find beside them where it did."""
    rules: dict[str, Json] = {
        one.code: {
            "id": one.code,
            "name": one.name,
            "shortDescription": {"text": one.name.replace("-", " ")},
            "helpUri": one.link,
            "defaultConfiguration": {"level": "error"},
        }
        for one in report.findings
    }
    for rule in all_rules():
        rules[rule.code] = {
            "id": rule.code,
            "name": rule.name,
            "shortDescription": {"text": rule.summary},
            "help": {"text": rule.doc},
            "helpUri": rule.link,
            "defaultConfiguration": {"level": str(rule.severity)},
        }
    return [rules[code] for code in sorted(rules)]


def _result(one: Located, file: str | None, index: dict[str, int], seen: Counter[str]) -> Json:
    found = one.finding
    said = [found.message]
    said += [
        f"{label}: {fact}" for label, fact in (("why", found.why), ("found", found.found), ("fix", found.fix)) if fact
    ]
    # A place without a name is told by its line, which is not to count.
    facts = (found.code, file or "", one.set if one.named else "", found.path, found.message)
    print_ = hashlib.sha256("\0".join(facts).encode()).hexdigest()[:32]
    seen[print_] += 1
    location: Json = {
        "logicalLocations": [{"fullyQualifiedName": f"{one.set} {found.path}".rstrip(), "kind": "resource"}]
    }
    if file:
        region = {key: value for key, value in (("startLine", one.line), ("startColumn", one.column)) if value}
        location["physicalLocation"] = {"artifactLocation": {"uri": _uri(file)}, "region": region}
    return {
        "ruleId": found.code,
        "ruleIndex": index[found.code],
        "level": str(found.severity),
        "message": {"text": "\n".join(said)},
        "locations": [location],
        "partialFingerprints": {_FINGERPRINT: f"{print_}:{seen[print_]}"},
    }


def _uri(file: str) -> str:
    """A relative reference, or the URI of a file that is not below the root."""
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(file)
