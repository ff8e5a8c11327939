"""Assertions about what a chart becomes; each says what is wrong in the words of the plan."""

from __future__ import annotations

from collections import Counter, defaultdict

from cdk8s_grove._jsii import Construct
from cdk8s_grove.core.checks import Options
from cdk8s_grove.core.plan import SetPlan
from cdk8s_grove.core.plan.model import Pod
from cdk8s_grove.testing.documents import plan_of, report_of


def assert_one_gang_a_unit(scope: Construct) -> None:
    """Every gang is a whole unit, all phases at their ratio, and is placed all or nothing.

    Args:
        scope: The chart, or the app.

    Raises:
        AssertionError: A phase or a copy is in a gang of its own, or a gang may start with less than all its pods.
    """
    for one in plan_of(scope).sets:
        pods: dict[str, Counter[str]] = defaultdict(Counter)
        for pod in one.pods:
            pods[pod.gang][pod.phase] += 1
        shapes = {gang: dict(sorted(count.items())) for gang, count in pods.items()}
        phases = {pod.phase for pod in one.pods}
        for gang in one.pod_gangs:
            missing = phases - shapes.get(gang.name, {}).keys()
            _expect(not missing, f"{one.name}: gang {gang.name} holds no pod of {', '.join(sorted(missing))}")
            least, most = (sum(group.min_replicas for group in gang.pod_groups), sum(pods[gang.name].values()))
            _expect(least == most, f"{one.name}: gang {gang.name} starts with {least} of its {most} pods")
        ratios = {tuple(shape.items()) for shape in shapes.values()}
        _expect(len(ratios) <= 1, f"{one.name}: gangs of different shapes: {shapes}")


def assert_ranks(scope: Construct, env_prefix: str = "") -> None:
    """In every copy the ranks are 0 to n - 1, and a variable RANK says the pod's own.

    Args:
        scope: The chart, or the app.
        env_prefix: The replicas' `env_prefix`.

    Raises:
        AssertionError: A rank is missing, double, or not what the pod is told.
    """
    for one in plan_of(scope).sets:
        for (phase, unit, copy), pods in _copies(one).items():
            where = f"{one.name}: {phase}, unit {unit}, copy {copy}"
            ranks = sorted(pod.rank for pod in pods)
            _expect(ranks == list(range(len(pods))), f"{where}: ranks {ranks} for {len(pods)} pods")
            for pod in pods:
                for container, env in pod.resolved_env.items():
                    told = env.get(f"{env_prefix}RANK")
                    _expect(
                        told in (None, str(pod.rank)),
                        f"{where}: {pod.hostname}/{container} is rank {pod.rank} and is told {told}",
                    )


def assert_leaders(scope: Construct, env_prefix: str = "") -> None:
    """In every container LEADER_ADDRESS is the address of rank 0 of the pod's own copy.

    Args:
        scope: The chart, or the app.
        env_prefix: The replicas' `env_prefix`.

    Raises:
        AssertionError: It leads elsewhere, or is not there.
    """
    variable = f"{env_prefix}LEADER_ADDRESS"
    for one in plan_of(scope).sets:
        for pods in _copies(one).values():
            leader = next(pod.fqdn for pod in pods if pod.rank == 0)
            for pod in pods:
                for container, env in pod.resolved_env.items():
                    found = env.get(variable)
                    _expect(
                        found == leader,
                        f"{one.name}: {variable} of {pod.hostname}/{container} is {found}, its leader is {leader}",
                    )


def assert_no_findings(scope: Construct, options: Options | None = None) -> None:
    """`check` has nothing to say, warnings included.

    Args:
        scope: The chart, or the app.
        options: Rules to leave out and the like.

    Raises:
        AssertionError: It has; with the findings' texts.
    """
    findings = report_of(scope, options).findings
    _expect(not findings, "\n".join(found.text() for found in findings))


def _expect(holds: bool, message: str) -> None:  # noqa: FBT001 - as `assert`, which -O would take out
    if not holds:
        raise AssertionError(message)


def _copies(one: SetPlan) -> dict[tuple[str, int, int], list[Pod]]:
    copies: dict[tuple[str, int, int], list[Pod]] = defaultdict(list)
    for pod in one.pods:
        copies[pod.phase, pod.unit, pod.copy].append(pod)
    return copies
