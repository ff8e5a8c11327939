"""What a check found as JUnit's XML: a suite a set or other object, a case a finding."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any, Final

from junitparser import Attr, Failure, JUnitXml, TestCase, TestSuite

from cdk8s_grove.core.checks import Report
from cdk8s_grove.core.checks.places import Located
from cdk8s_grove.core.plan.documents import SET_KIND

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Case(TestCase):
    file = Attr()


def check_as_junit(report: Report) -> str:
    """The report's XML; a set without findings is a case that passed."""
    found: dict[str, list[Located]] = {
        place.name or place.label: [] for place in report.places.values() if place.kind == SET_KIND
    }
    for one in report.located:
        found.setdefault(one.set, []).append(one)
    whole: Any = JUnitXml("cdk8s-grove")  # its types are partial
    for name in sorted(found):
        suite = TestSuite(_xml(name))
        suite.add_testcases([_case(one) for one in found[name]] or [TestCase("check", classname=_xml(name))])
        whole.add_testsuite(suite)
    whole.update_statistics()
    stream = io.BytesIO()
    whole.write(stream, pretty=True)
    return stream.getvalue().decode()


def _case(one: Located) -> TestCase:
    finding = replace(one.finding, construct=one.where)
    name = f"{finding.code} {finding.name} {finding.path}".rstrip()
    case = _Case(_xml(name), classname=_xml(one.set))
    if one.file is not None:
        case.file = _xml(one.file)
    failure = Failure(_xml(finding.message), str(finding.severity))
    failure.text = _xml(finding.text())
    case.result = [failure]
    return case


def _xml(text: str) -> str:
    """The text without what XML cannot hold in any form."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
