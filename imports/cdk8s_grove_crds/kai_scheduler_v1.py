# Made by `cdk8s-grove import`; make it anew instead of changing it.

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cdk8s_grove_crds._runtime import Field, Int64, Model, Number, Quantity, Resource

if TYPE_CHECKING:
    from cdk8s_grove_crds.meta_v1 import (
        Condition,
        ObjectMeta,
    )

_REFERENCES = {
    "Condition": "cdk8s_grove_crds.meta_v1",
    "ObjectMeta": "cdk8s_grove_crds.meta_v1",
}


class ActionConfig(Model):
    enabled: bool | None = None
    priority: Int64 | None = None


class MinRuntime(Model):
    preempt_min_runtime: str | None = Field(default=None, alias="preemptMinRuntime")
    reclaim_min_runtime: str | None = Field(default=None, alias="reclaimMinRuntime")


class PlacementStrategy(Model):
    cpu: str | None = None
    gpu: str | None = None


class PluginConfig(Model):
    arguments: dict[str, str] | None = None
    enabled: bool | None = None
    priority: Int64 | None = None


class ScenarioSearchBudgets(Model):
    max_action_search_duration: dict[str, str] | None = Field(default=None, alias="maxActionSearchDuration")
    max_generator_search_duration: dict[str, str] | None = Field(default=None, alias="maxGeneratorSearchDuration")
    max_job_search_duration: str | None = Field(default=None, alias="maxJobSearchDuration")
    min_job_search_duration: str | None = Field(default=None, alias="minJobSearchDuration")


class SchedulingShard(Resource):
    api_version: Literal["kai.scheduler/v1"] = Field(default="kai.scheduler/v1", alias="apiVersion")
    kind: Literal["SchedulingShard"] = Field(default="SchedulingShard")
    metadata: ObjectMeta | None = None
    spec: SchedulingShardSpec | None = None
    status: SchedulingShardStatus | None = None


class SchedulingShardSpec(Model):
    args: dict[str, str] | None = None
    actions: dict[str, ActionConfig] | None = None
    go_mem_limit: Quantity | None = Field(default=None, alias="goMemLimit")
    go_mem_limit_ratio: Annotated[Number, Field(gt=0, le=1)] | None = Field(default=None, alias="goMemLimitRatio")
    k_value: Number | None = Field(default=None, alias="kValue")
    min_runtime: MinRuntime | None = Field(default=None, alias="minRuntime")
    partition_label_value: str | None = Field(default=None, alias="partitionLabelValue")
    placement_strategy: PlacementStrategy | None = Field(default=None, alias="placementStrategy")
    plugins: dict[str, PluginConfig] | None = None
    queue_depth_per_action: dict[str, Int64] | None = Field(default=None, alias="queueDepthPerAction")
    scenario_search_budgets: ScenarioSearchBudgets | None = Field(default=None, alias="scenarioSearchBudgets")
    usage_db_config: UsageDBConfig | None = Field(default=None, alias="usageDBConfig")


class SchedulingShardStatus(Model):
    conditions: list[Condition] | None = None


class UsageDBConfig(Model):
    client_type: str = Field(alias="clientType")
    connection_string: str | None = Field(default=None, alias="connectionString")
    connection_string_env_var: str | None = Field(default=None, alias="connectionStringEnvVar")
    usage_params: UsageParams | None = Field(default=None, alias="usageParams")


class UsageParams(Model):
    cron_string: str | None = Field(default=None, alias="cronString")
    extra_params: dict[str, str] | None = Field(default=None, alias="extraParams")
    fetch_interval: str | None = Field(default=None, alias="fetchInterval")
    half_life_period: str | None = Field(default=None, alias="halfLifePeriod")
    staleness_period: str | None = Field(default=None, alias="stalenessPeriod")
    tumbling_window_start_time: str | None = Field(default=None, alias="tumblingWindowStartTime")
    wait_timeout: str | None = Field(default=None, alias="waitTimeout")
    window_size: Annotated[str, Field(pattern="^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$")] | None = Field(default=None, alias="windowSize")
    window_type: str | None = Field(default=None, alias="windowType")
