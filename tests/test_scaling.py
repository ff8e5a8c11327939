"""Autoscalers of units and of phases: what is made, what it scales, what is refused."""

from datetime import timedelta
from typing import Any

import pytest

from cdk8s_grove import (
    AggregatedReplica,
    DisaggReplica,
    ExternalMetric,
    GroveError,
    LeaderClique,
    ObjectMetric,
    Pace,
    PhaseGang,
    PodsMetric,
    Queue,
    ResourceMetric,
    Trigger,
)
from cdk8s_grove.core import ReplicaSpec, SpecError
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.rendering import render_beside
from cdk8s_grove.core.spec import PhaseScaling, UnitScaling

from cdk8s import App, Chart  # isort: skip

POD = {"containers": [{"name": "engine", "image": "engine:1", "command": ["serve"]}]}
WAITING = ExternalMetric(name="requests_waiting", average="20")


def chart() -> Chart:
    return Chart(App(), "c", namespace="serving")


def pair(scope: Chart, *, floor: int | None = None, copies: int = 3, **options: Any) -> tuple[DisaggReplica, PhaseGang]:
    replica = DisaggReplica(scope, "qwen", **({"queue": Queue(scope, "team-a")} | options))
    LeaderClique(PhaseGang(replica, "prefill"), "leader", pod=POD)
    decode = PhaseGang(replica, "decode", copies=copies, min_copies=floor)
    LeaderClique(decode, "leader", pod=POD)
    return replica, decode


def refused(error: GroveError) -> tuple[str, str, str]:
    (found,) = error.findings
    assert found.fix
    return found.code, found.construct, found.path


def test_units_are_scaled_by_an_autoscaler_of_the_set() -> None:
    replica, _ = pair(chart(), units=2)
    down = Pace(window=timedelta(minutes=30), step=1, period=timedelta(minutes=10))
    made = replica.scale(min=1, max=8, metrics=[WAITING], up=Pace(window=timedelta(0)), down=down)
    assert made.to_json() == {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": "qwen", "namespace": "serving"},
        "spec": {
            "scaleTargetRef": {"apiVersion": "grove.io/v1alpha1", "kind": "PodCliqueSet", "name": "qwen"},
            "minReplicas": 1,
            "maxReplicas": 8,
            "metrics": [
                {
                    "type": "External",
                    "external": {
                        "metric": {"name": "requests_waiting"},
                        "target": {"type": "AverageValue", "averageValue": "20"},
                    },
                }
            ],
            "behavior": {
                "scaleUp": {"stabilizationWindowSeconds": 0},
                "scaleDown": {
                    "stabilizationWindowSeconds": 1800,
                    "policies": [{"type": "Pods", "value": 1, "periodSeconds": 600}],
                },
            },
        },
    }
    assert replica.manifest()["spec"]["replicas"] == 2
    assert replica.scaling is not None and replica.scaling.max == 8
    assert replica.check().findings == ()


def test_in_the_group_layout_it_scales_the_scaling_group() -> None:
    replica, _ = pair(chart(), units=2, layout="group", min_units=2)
    made = replica.scale(min=2, max=4, metrics=[WAITING]).to_json()
    assert made["spec"]["scaleTargetRef"]["kind"] == "PodCliqueScalingGroup"
    assert made["spec"]["scaleTargetRef"]["name"] == "qwen-0-unit"
    (plan,) = replica.plan().sets
    assert made["spec"]["scaleTargetRef"]["name"] in {group.name for group in plan.scaling_groups}
    assert not [found for found in replica.check().findings if found.severity is Severity.ERROR]


def test_keda_takes_triggers_and_may_go_to_no_unit() -> None:
    replica, _ = pair(chart())
    metadata = {"threshold": "5", "serverAddress": "http://prometheus:9090", "query": "sum(waiting)"}
    trigger = Trigger(type="prometheus", metadata=metadata, metric_type="Value", authentication="prometheus")
    made = replica.scale(min=0, max=3, triggers=[trigger], down=Pace(window=timedelta(minutes=5))).to_json()
    assert made["apiVersion"] == "keda.sh/v1alpha1"
    assert made["spec"] == {
        "scaleTargetRef": {"apiVersion": "grove.io/v1alpha1", "kind": "PodCliqueSet", "name": "qwen"},
        "minReplicaCount": 0,
        "maxReplicaCount": 3,
        "triggers": [
            {
                "type": "prometheus",
                "metadata": dict(sorted(metadata.items())),
                "metricType": "Value",
                "authenticationRef": {"name": "prometheus"},
            }
        ],
        "advanced": {"horizontalPodAutoscalerConfig": {"behavior": {"scaleDown": {"stabilizationWindowSeconds": 300}}}},
    }


@pytest.mark.parametrize(
    ("metric", "entry"),
    [
        (
            ResourceMetric(name="cpu", utilization=80),
            {"resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 80}}},
        ),
        (
            ResourceMetric(name="memory", average="8Gi"),
            {"resource": {"name": "memory", "target": {"type": "AverageValue", "averageValue": "8Gi"}}},
        ),
        (
            ResourceMetric(name="cpu", container="engine", utilization=80),
            {
                "type": "ContainerResource",
                "containerResource": {
                    "name": "cpu",
                    "container": "engine",
                    "target": {"type": "Utilization", "averageUtilization": 80},
                },
            },
        ),
        (
            PodsMetric(name="running", labels={"b": "1", "a": "2"}, average="500m"),
            {
                "pods": {
                    "metric": {"name": "running", "selector": {"matchLabels": {"a": "2", "b": "1"}}},
                    "target": {"type": "AverageValue", "averageValue": "500m"},
                }
            },
        ),
        (
            ExternalMetric(name="waiting", value="100"),
            {"external": {"metric": {"name": "waiting"}, "target": {"type": "Value", "value": "100"}}},
        ),
        (
            ObjectMetric(name="rps", api_version="v1", kind="Service", object_name="front", average="5"),
            {
                "object": {
                    "describedObject": {"apiVersion": "v1", "kind": "Service", "name": "front"},
                    "metric": {"name": "rps"},
                    "target": {"type": "AverageValue", "averageValue": "5"},
                }
            },
        ),
    ],
)
def test_each_kind_of_metric(metric: Any, entry: dict[str, Any]) -> None:
    replica, decode = pair(chart(), floor=1)
    decode.scale(max=4, metrics=[metric])
    expected = {"type": metric.type} | entry
    made = replica.scale(max=4, metrics=[metric]).to_json()
    assert made["spec"]["metrics"] == [expected]
    assert replica.manifest()["spec"]["template"]["podCliqueScalingGroups"][1]["scaleConfig"]["metrics"] == [expected]
    # The API server's rules for autoscalers, which the plan has, take all of them.
    (plan,) = replica.plan().sets
    assert plan.failures == ()


def test_a_phase_with_a_floor_is_scaled_by_itself() -> None:
    replica, decode = pair(chart(), floor=1, copies=2, units=2)
    decode.scale(max=6, metrics=[WAITING])
    group = replica.manifest()["spec"]["template"]["podCliqueScalingGroups"][1]
    assert (group["scaleConfig"]["minReplicas"], group["scaleConfig"]["maxReplicas"]) == (1, 6)
    (plan,) = replica.plan().sets
    made = [(one.name, one.min_replicas, one.max_replicas) for one in plan.autoscalers]
    assert made == [("qwen-0-decode", 1, 6), ("qwen-1-decode", 1, 6)]
    assert decode.scaling == PhaseScaling(max=6, metrics=[WAITING])
    assert not [found for found in replica.check().findings if found.severity is Severity.ERROR]


def test_the_only_phase_has_no_ratio_to_hold() -> None:
    replica = AggregatedReplica(chart(), "qwen", queue="leaf")
    LeaderClique(replica, "leader", pod=POD)
    assert replica.only_phase is not None
    replica.only_phase.scale(max=4, metrics=[WAITING])
    assert "scaleConfig" in replica.manifest()["spec"]["template"]["podCliqueScalingGroups"][0]


@pytest.mark.parametrize(
    ("options", "code", "path"),
    [
        ({"max": 4}, "GRV001", "metrics"),
        ({"max": 4, "metrics": [WAITING], "triggers": [Trigger(type="cron", metadata={})]}, "GRV001", "metrics"),
        ({"min": 3, "max": 2, "metrics": [WAITING]}, "GRV001", "max"),
        ({"min": 0, "max": 2, "metrics": [WAITING]}, "GRV001", "min"),
        ({"max": "4", "metrics": [WAITING]}, "GRV001", "max"),
        ({"max": 4, "metrics": [{"type": "Weather"}]}, "GRV001", "metrics[0]"),
        ({"max": 4, "metrics": ["cpu"]}, "GRV001", "metrics[0]"),
        ({"max": 4, "metrics": [{"type": "Pods", "name": "a/b", "average": "1"}]}, "GRV001", "metrics[0].name"),
        ({"max": 4, "metrics": [{"type": "Pods", "name": "a", "avrage": "1"}]}, "GRV002", "metrics[0].avrage"),
    ],
)
def test_a_wrong_option_is_refused_where_it_is_given(options: dict[str, Any], code: str, path: str) -> None:
    replica, _ = pair(chart())
    with pytest.raises(SpecError) as caught:
        replica.scale(**options)
    assert (code, "c/qwen", path) in {(one.code, one.construct, one.path) for one in caught.value.findings}
    assert replica.scaling is None


@pytest.mark.parametrize(
    ("make", "path"),
    [
        (lambda: Pace(step=1), "period"),
        (lambda: Pace(period=timedelta(minutes=1)), "step"),
        (lambda: Pace(window=timedelta(hours=2)), "window"),
        (lambda: Pace(window=timedelta(milliseconds=1500)), "window"),
        (lambda: ExternalMetric(name="a"), ""),
        (lambda: ExternalMetric(name="a", value="1", average="1"), ""),
        (lambda: ExternalMetric(name="a", value="0"), "value"),
        (lambda: ExternalMetric(name="..", value="1"), "name"),
        (lambda: PodsMetric(name="a", average="many"), "average"),
        (lambda: ResourceMetric(name="cpu", utilization=0), "utilization"),
        (lambda: UnitScaling(max=0, metrics=[WAITING]), "max"),
        (lambda: PhaseScaling(max=2, metrics=[]), "metrics"),
    ],
)
def test_a_wrong_value_is_refused(make: Any, path: str) -> None:
    with pytest.raises(SpecError) as caught:
        make()
    assert refused(caught.value) == ("GRV001", "", path)


def test_a_second_autoscaler_is_refused() -> None:
    replica, decode = pair(chart(), floor=1)
    replica.scale(max=2, metrics=[WAITING])
    decode.scale(max=3, metrics=[WAITING])
    for again, construct in ((replica, "c/qwen"), (decode, "c/qwen/decode")):
        with pytest.raises(SpecError) as caught:
            again.scale(max=2, metrics=[WAITING])
        assert refused(caught.value) == ("GRV001", construct, "scale")


def manifest_refused(replica: DisaggReplica) -> tuple[str, str, str]:
    with pytest.raises(GroveError) as caught:
        replica.manifest()
    return refused(caught.value)


def test_a_phase_held_at_its_ratio_is_not_scaled() -> None:
    replica, decode = pair(chart())
    decode.scale(max=6, metrics=[WAITING])
    assert manifest_refused(replica) == ("GRV024", "c/qwen/decode", "scaling")


def test_a_phase_is_not_scaled_below_its_floor_or_its_copies() -> None:
    replica, decode = pair(chart(), floor=2)
    decode.scale(min=1, max=6, metrics=[WAITING])
    assert manifest_refused(replica) == ("GRV024", "c/qwen/decode", "scaling.min")
    replica, decode = pair(chart(), floor=2)
    decode.scale(max=2, metrics=[WAITING])
    assert manifest_refused(replica) == ("GRV001", "c/qwen/decode", "scaling.max")


def test_the_group_layout_scales_units_only() -> None:
    replica, decode = pair(chart(), layout="group", floor=1)
    decode.scale(max=6, metrics=[WAITING])
    assert manifest_refused(replica) == ("GRV023", "c/qwen/decode", "scaling")


def test_units_below_a_gang_of_several_are_refused() -> None:
    replica, _ = pair(chart(), layout="group", units=3, min_units=2)
    replica.scale(min=1, max=4, metrics=[WAITING])
    assert manifest_refused(replica) == ("GRV024", "c/qwen", "scaling.min")


def test_units_the_autoscaler_would_undo_are_refused() -> None:
    replica, _ = pair(chart(), units=9)
    replica.scale(max=4, metrics=[WAITING])
    assert manifest_refused(replica) == ("GRV001", "c/qwen", "scaling")


def test_the_number_of_units_may_be_left_to_an_autoscaler() -> None:
    replica, _ = pair(chart(), replicas_owned_by="keda")
    replica.scale(min=1, max=4, triggers=[Trigger(type="cron", metadata={"desiredReplicas": "2"})])
    assert "replicas" not in replica.manifest()["spec"]
    assert replica.check().findings == ()
    # A HorizontalPodAutoscaler leaves a new set at 0 units, and the check says so.
    replica, _ = pair(chart(), replicas_owned_by="hpa")
    replica.scale(min=1, max=4, metrics=[WAITING])
    assert [found.code for found in replica.check().findings] == ["GRV322"]


def test_who_owns_the_number_has_to_be_who_scales() -> None:
    replica, _ = pair(chart(), replicas_owned_by="keda")
    replica.scale(max=4, metrics=[WAITING])
    assert manifest_refused(replica) == ("GRV001", "c/qwen", "replicas_owned_by")
    replica, _ = pair(chart(), replicas_owned_by="hpa", layout="group")
    assert manifest_refused(replica) == ("GRV023", "c/qwen", "replicas_owned_by")


def test_from_a_spec_file_as_from_constructs() -> None:
    metric = {"type": "External", "name": "requests_waiting", "average": "20"}
    phases = [{"id": "decode", "copies": 2, "min_copies": 1, "leader": {"id": "leader", "pod": POD}}]
    data = {"name": "qwen", "queue": "leaf", "phases": phases, "scaling": {"max": 3, "metrics": [metric]}}
    (made,) = render_beside(ReplicaSpec.model_validate(data))
    assert (made["kind"], made["metadata"], made["spec"]["maxReplicas"]) == (
        "HorizontalPodAutoscaler",
        {"name": "qwen"},
        3,
    )
