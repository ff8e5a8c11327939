"""The names of scaling groups and cliques, and whether everything derived from them fits.

A default name depends on nothing but its own ids, so it never changes because something beside it did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from cdk8s_grove.core import catalog
from cdk8s_grove.core.diagnostics import Finding, finding
from cdk8s_grove.core.facts import names, versions

if TYPE_CHECKING:
    from cdk8s_grove.core.layout.model import GroupLayout, ReplicaLayout
    from cdk8s_grove.core.spec import ReplicaSpec

_SHORT: Final = {"prefill": "p", "decode": "d", "encode": "e", "aggregated": "a"}


def clique_name(phase_id: str, clique_id: str) -> str:
    """The default name of a clique: `p-leader`, `d-worker`; the whole phase id where it is not a known one."""
    return f"{_SHORT.get(phase_id, phase_id)}-{clique_id}"


def copy_name(name: str, copy: int) -> str:
    """The name of a clique that is a copy's own: `d-leader-2`."""
    return f"{name}-{copy}"


def name_findings(layout: ReplicaLayout) -> Iterator[Finding]:
    """Everything that is wrong with the names of a set and with what Grove makes of them."""
    spec, phases = layout.spec, layout.groups
    yield from _not_labels(spec, phases)
    yield from _duplicates(phases)
    yield from _over_budget(spec, phases)
    yield from _too_long(spec, phases)
    yield from _suffixes(spec, phases)


def _not_labels(spec: ReplicaSpec, phases: Sequence[GroupLayout]) -> Iterator[Finding]:
    if not names.DNS_1035.fullmatch(spec.name):
        yield finding(
            catalog.INVALID_NAME,
            f"the set cannot be called {spec.name!r}",
            path="name",
            why="its headless service is named after it, and a service's name is a DNS-1035 label",
            found=spec.name,
            fix="use lower-case letters, digits and '-', a letter first, no dot (name= if the id cannot change)",
        )
    dns_label = "use lower-case letters, digits and '-', with a letter or digit first and last"
    if spec.namespace is not None and not names.DNS_1123.fullmatch(spec.namespace):
        yield finding(
            catalog.INVALID_NAME,
            f"{spec.namespace!r} is not a namespace",
            path="namespace",
            why="the API server refuses it",
            found=spec.namespace,
            fix=dns_label,
        )
    for index, phase in enumerate(phases):
        named = [(phase.name, _named_at(spec, index), "scaling group")]
        named += [
            (clique.name, f"{clique.path}.{'name' if clique.spec.name else 'id'}", "clique") for clique in phase.cliques
        ]
        for name, path, what in named:
            if not names.DNS_1123.fullmatch(name):
                yield finding(
                    catalog.INVALID_NAME,
                    f"a {what} cannot be called {name!r}",
                    path=path,
                    why="pods and services are named after it",
                    found=name,
                    fix=dns_label,
                )


def _named_at(spec: ReplicaSpec, index: int) -> str:
    """Where the user named a scaling group."""
    if spec.layout == "group":
        return "group_name"
    return f"phases[{index}].{'name' if spec.phases[index].name else 'id'}"


def _duplicates(phases: Sequence[GroupLayout]) -> Iterator[Finding]:
    groups: dict[str, str] = {}
    cliques: dict[str, str] = {}
    for phase in phases:
        for seen, name, path, what in [
            (groups, phase.name, phase.path, "phases"),
            *((cliques, clique.name, clique.path, "cliques") for clique in phase.cliques),
        ]:
            if name in seen:
                yield finding(
                    catalog.DUPLICATE_NAME,
                    f"two {what} are called {name!r}",
                    path=path,
                    why="Grove tells them apart by name",
                    found=f"{seen[name]} and {path}",
                    fix=f"give {path} a name= of its own",
                )
            seen.setdefault(name, path)


def _over_budget(spec: ReplicaSpec, phases: Sequence[GroupLayout]) -> Iterator[Finding]:
    for phase in phases:
        for clique in phase.cliques:
            parts = (spec.name, phase.name, clique.name)
            total = sum(map(len, parts))
            if total <= names.NAME_BUDGET:
                continue
            longest = max(parts, key=len)
            kind = ("the set", "the scaling group", "the clique")[parts.index(longest)]
            yield finding(
                catalog.NAME_BUDGET,
                f"the names of set, scaling group and clique have {total} characters together, "
                f"{total - names.NAME_BUDGET} too many",
                path=clique.path,
                why=f"Grove's webhook takes at most {names.NAME_BUDGET}, so that pods can be named",
                found=" + ".join(f"{part!r} ({len(part)})" for part in parts) + f" = {total}",
                fix=f"shorten {kind} ({longest!r}) by {total - names.NAME_BUDGET} or more, with name= if its id stays",
            )


def _too_long(spec: ReplicaSpec, phases: Sequence[GroupLayout]) -> Iterator[Finding]:
    """With the largest indexes the spec asks for."""
    unit = 0 if spec.layout == "group" else max(spec.units - 1, 0)
    derived = [("name", "headless service", names.service(spec.name, unit), names.MAX_LABEL)]
    if not spec.target.grove_has(versions.SHORT_SECRET_NAME):
        secret = names.token_secret(spec.name, short=False)
        derived.append(("name", "token secret", secret, names.MAX_LABEL))
    for phase in phases:
        group = names.scaling_group(spec.name, unit, phase.name)
        derived.append((phase.path or "group_name", "scaling group", group, names.MAX_LABEL))
        for clique in phase.cliques:
            fqn = names.group_clique(spec.name, unit, phase.name, phase.copies - 1, clique.name)
            last = names.hostname(fqn, clique.pods - 1)
            derived.append((clique.path, "clique", fqn, names.MAX_CLIQUE))
            derived.append((clique.path, "hostname", last, names.MAX_LABEL))
    for path, what, name, limit in derived:
        if len(name) > limit:
            yield finding(
                catalog.DERIVED_NAME,
                f"a {what} would have a name of {len(name)} characters, {len(name) - limit} too many",
                path=path,
                why=f"Kubernetes takes at most {limit} there",
                found=name,
                fix="shorten the set's, the phase's or the clique's name",
            )


def _suffixes(spec: ReplicaSpec, phases: Sequence[GroupLayout]) -> Iterator[Finding]:
    cliques = [(phase.name, clique) for phase in phases for clique in phase.cliques]
    for _, clique in cliques:
        for group, other in cliques:
            if other.name == clique.name:
                continue
            fqn = names.suffix_victim(clique.name, spec.name, group, other.name)
            if fqn is not None:
                yield finding(
                    catalog.CLIQUE_SUFFIX,
                    f"clique {other.name!r} could get the pod template of {clique.name!r}",
                    path=clique.path,
                    why="Grove takes the first template whose name is a suffix of the clique's full name",
                    found=f"{fqn!r} ends in {clique.name!r}",
                    fix=f"give {clique.path} a name= that no other clique's full name ends in",
                )
