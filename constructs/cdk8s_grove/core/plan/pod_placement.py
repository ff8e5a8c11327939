"""Selectors, affinities and tolerations the API server refuses.

Source: kubernetes/kubernetes pkg/apis/core/validation/validation.go@v1.35.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cdk8s_grove.core.facts import names
from cdk8s_grove.core.facts.labels import is_label_value, is_qualified_name
from cdk8s_grove.core.plan.raw import items, mapping, mappings

_REQUIRED: Final = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED: Final = "preferredDuringSchedulingIgnoredDuringExecution"
_EFFECTS: Final = ("NoExecute", "NoSchedule", "PreferNoSchedule")
_OF_LABELS: Final = ("In", "NotIn", "Exists", "DoesNotExist")
_OF_NODES: Final = (*_OF_LABELS, "Gt", "Lt")
Reason = tuple[str, str]


def placement(pod: Mapping[str, Any], path: str) -> Iterator[Reason]:
    """What is wrong with where a pod may run, as (path, reason)."""
    for key, value in mapping(pod.get("nodeSelector")).items():
        if not is_qualified_name(key) or not is_label_value(str(value or "")):
            yield f"{path}.nodeSelector", f"{key}: {value} is no label of a node"
    for index, toleration in enumerate(mappings(pod.get("tolerations"))):
        yield from _toleration(toleration, f"{path}.tolerations[{index}]")
    affinity, at = mapping(pod.get("affinity")), f"{path}.affinity"
    yield from _node_affinity(mapping(affinity.get("nodeAffinity")), f"{at}.nodeAffinity")
    for kind in ("podAffinity", "podAntiAffinity"):
        wanted = mapping(affinity.get(kind))
        for index, term in enumerate(mappings(wanted.get(_REQUIRED))):
            yield from _pod_term(term, f"{at}.{kind}.{_REQUIRED}[{index}]")
        for index, term in enumerate(mappings(wanted.get(_PREFERRED))):
            here = f"{at}.{kind}.{_PREFERRED}[{index}]"
            yield from _weight(term, here)
            yield from _pod_term(mapping(term.get("podAffinityTerm")), f"{here}.podAffinityTerm")


def _toleration(toleration: Mapping[str, Any], at: str) -> Iterator[Reason]:
    key, operator = toleration.get("key") or "", toleration.get("operator") or ""
    value, effect = toleration.get("value") or "", toleration.get("effect") or ""
    if key and not is_qualified_name(str(key)):
        yield f"{at}.key", f"{key} is no key of a taint"
    if operator not in ("", "Equal", "Exists"):
        yield f"{at}.operator", f"an operator is Equal or Exists, not {operator}"
    elif not key and operator != "Exists":
        yield f"{at}.operator", "without a key the operator is Exists"
    elif operator == "Exists" and value:
        yield f"{at}.operator", "Exists goes without a value"
    elif not is_label_value(str(value)):
        yield f"{at}.operator", f"{value} is no value of a taint"
    if effect and effect not in _EFFECTS:
        yield f"{at}.effect", f"an effect is one of {', '.join(_EFFECTS)}, not {effect}"
    elif toleration.get("tolerationSeconds") is not None and effect != "NoExecute":
        yield f"{at}.effect", "tolerationSeconds goes with the effect NoExecute"


def _node_affinity(affinity: Mapping[str, Any], at: str) -> Iterator[Reason]:
    if isinstance(affinity.get(_REQUIRED), dict):
        here = f"{at}.{_REQUIRED}.nodeSelectorTerms"
        terms = mappings(mapping(affinity.get(_REQUIRED)).get("nodeSelectorTerms"))
        if not terms:
            yield here, "there is no term, and a node has to meet one"
        for index, term in enumerate(terms):
            yield from _node_term(term, f"{here}[{index}]")
    for index, term in enumerate(mappings(affinity.get(_PREFERRED))):
        yield from _weight(term, f"{at}.{_PREFERRED}[{index}]")
        yield from _node_term(mapping(term.get("preference")), f"{at}.{_PREFERRED}[{index}].preference")


def _node_term(term: Mapping[str, Any], at: str) -> Iterator[Reason]:
    for index, wanted in enumerate(mappings(term.get("matchExpressions"))):
        yield from _expression(wanted, f"{at}.matchExpressions[{index}]", _OF_NODES)
    for index, wanted in enumerate(mappings(term.get("matchFields"))):
        here, values = f"{at}.matchFields[{index}]", items(wanted.get("values"))
        if wanted.get("key") != "metadata.name":
            yield f"{here}.key", f"the one field of a node is metadata.name, not {wanted.get('key')}"
        if wanted.get("operator") not in ("In", "NotIn"):
            yield f"{here}.operator", f"an operator is In or NotIn, not {wanted.get('operator')}"
        elif len(values) != 1:
            yield f"{here}.values", "a field is compared to one value"


def _pod_term(term: Mapping[str, Any], at: str) -> Iterator[Reason]:
    key, selector = term.get("topologyKey") or "", term.get("labelSelector")
    if not is_qualified_name(str(key)):
        yield f"{at}.topologyKey", f"{key!r} is no label of a node"
    for name in items(term.get("namespaces")):
        if not names.DNS_1123.fullmatch(str(name)):
            yield f"{at}.namespace", f"{name} is no name of a namespace"
    for field in ("matchLabelKeys", "mismatchLabelKeys"):
        if items(term.get(field)) and selector is None:
            yield f"{at}.{field}", "labels are compared within a labelSelector, which is left out"
    for field in ("labelSelector", "namespaceSelector"):
        stated, here = mapping(term.get(field)), f"{at}.{field}"
        for label, value in mapping(stated.get("matchLabels")).items():
            if not is_qualified_name(label) or not is_label_value(str(value or "")):
                yield f"{here}.matchLabels", f"{label}: {value} is no label"
        for index, wanted in enumerate(mappings(stated.get("matchExpressions"))):
            yield from _expression(wanted, f"{here}.matchExpressions[{index}]", _OF_LABELS)


def _expression(wanted: Mapping[str, Any], at: str, operators: tuple[str, ...]) -> Iterator[Reason]:
    key, operator, values = wanted.get("key") or "", wanted.get("operator") or "", items(wanted.get("values"))
    if not is_qualified_name(str(key)):
        yield f"{at}.key", f"{key!r} is no key of a label"
    if operator not in operators:
        yield f"{at}.operator", f"an operator is one of {', '.join(operators)}, not {operator or 'left out'}"
    elif operator in ("In", "NotIn") and not values:
        yield f"{at}.values", f"{operator} needs values"
    elif operator in ("Exists", "DoesNotExist") and values:
        yield f"{at}.values", f"{operator} goes without values"
    elif operator in ("Gt", "Lt") and len(values) != 1:
        yield f"{at}.values", f"{operator} compares to one value"
    elif not all(is_label_value(str(value)) for value in values):
        yield f"{at}.values", "a value is no value of a label"


def _weight(term: Mapping[str, Any], at: str) -> Iterator[Reason]:
    weight = term.get("weight") or 0
    if isinstance(weight, int) and not 1 <= weight <= 100:
        yield f"{at}.weight", f"a weight is from 1 to 100, not {weight}"
