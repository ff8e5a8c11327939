# Made by `cdk8s-grove import`; make it anew instead of changing it.

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cdk8s_grove_crds._runtime import Field, Int32, Int64, IntOrString, Model, Quantity, filled, unique

if TYPE_CHECKING:
    from cdk8s_grove_crds.meta_v1 import (
        LabelSelector,
        LabelSelectorRequirement,
    )

_REFERENCES = {
    "LabelSelector": "cdk8s_grove_crds.meta_v1",
    "LabelSelectorRequirement": "cdk8s_grove_crds.meta_v1",
}


class AWSElasticBlockStoreVolumeSource(Model):
    fs_type: str | None = Field(default=None, alias="fsType")
    partition: Int32 | None = None
    read_only: bool | None = Field(default=None, alias="readOnly")
    volume_id: str = filled("", alias="volumeID")


class Affinity(Model):
    node_affinity: NodeAffinity | None = Field(default=None, alias="nodeAffinity")
    pod_affinity: PodAffinity | None = Field(default=None, alias="podAffinity")
    pod_anti_affinity: PodAffinity | None = Field(default=None, alias="podAntiAffinity")


class AppArmorProfile(Model):
    localhost_profile: str | None = Field(default=None, alias="localhostProfile")
    type_: str = filled("", alias="type")


SeccompProfile = AppArmorProfile


class AzureDiskVolumeSource(Model):
    kind: str | None = None
    caching_mode: str | None = Field(default=None, alias="cachingMode")
    disk_name: str = filled("", alias="diskName")
    disk_uri: str = filled("", alias="diskURI")
    fs_type: str | None = Field(default=None, alias="fsType")
    read_only: bool | None = Field(default=None, alias="readOnly")


class AzureFileVolumeSource(Model):
    read_only: bool | None = Field(default=None, alias="readOnly")
    secret_name: str = filled("", alias="secretName")
    share_name: str = filled("", alias="shareName")


class CSIVolumeSource(Model):
    driver: str = filled("")
    fs_type: str | None = Field(default=None, alias="fsType")
    node_publish_secret_ref: LocalObjectReference | None = Field(default=None, alias="nodePublishSecretRef")
    read_only: bool | None = Field(default=None, alias="readOnly")
    volume_attributes: dict[str, str] | None = Field(default=None, alias="volumeAttributes")


class Capabilities(Model):
    add: list[str] | None = None
    drop: list[str] | None = None


class CephFSVolumeSource(Model):
    monitors: list[str]
    path: str | None = None
    read_only: bool | None = Field(default=None, alias="readOnly")
    secret_file: str | None = Field(default=None, alias="secretFile")
    secret_ref: LocalObjectReference | None = Field(default=None, alias="secretRef")
    user: str | None = None


class CinderVolumeSource(Model):
    fs_type: str | None = Field(default=None, alias="fsType")
    read_only: bool | None = Field(default=None, alias="readOnly")
    secret_ref: LocalObjectReference | None = Field(default=None, alias="secretRef")
    volume_id: str = filled("", alias="volumeID")


class ClusterTrustBundleProjection(Model):
    name: str | None = None
    label_selector: LabelSelector | None = Field(default=None, alias="labelSelector")
    optional: bool | None = None
    path: str = filled("")
    signer_name: str | None = Field(default=None, alias="signerName")


class ConfigMapEnvSource(Model):
    name: str | None = None
    optional: bool | None = None


SecretEnvSource = ConfigMapEnvSource


class ConfigMapKeySelector(Model):
    name: str | None = None
    key: str = filled("")
    optional: bool | None = None


SecretKeySelector = ConfigMapKeySelector


class ConfigMapProjection(Model):
    name: str | None = None
    items: list[KeyToPath] | None = None
    optional: bool | None = None


SecretProjection = ConfigMapProjection


class ConfigMapVolumeSource(Model):
    name: str | None = None
    default_mode: Int32 | None = Field(default=None, alias="defaultMode")
    items: list[KeyToPath] | None = None
    optional: bool | None = None


class Container(Model):
    name: str = filled("")
    image: str | None = None
    command: list[str] | None = None
    args: list[str] | None = None
    env: Annotated[list[EnvVar], unique(("name", None))] | None = None
    env_from: list[EnvFromSource] | None = Field(default=None, alias="envFrom")
    image_pull_policy: str | None = Field(default=None, alias="imagePullPolicy")
    lifecycle: Lifecycle | None = None
    liveness_probe: Probe | None = Field(default=None, alias="livenessProbe")
    ports: Annotated[list[ContainerPort], unique(("container_port", None), ("protocol", 'TCP'))] | None = None
    readiness_probe: Probe | None = Field(default=None, alias="readinessProbe")
    resize_policy: list[ContainerResizePolicy] | None = Field(default=None, alias="resizePolicy")
    resources: ResourceRequirements | None = None
    restart_policy: str | None = Field(default=None, alias="restartPolicy")
    restart_policy_rules: list[ContainerRestartRule] | None = Field(default=None, alias="restartPolicyRules")
    security_context: SecurityContext | None = Field(default=None, alias="securityContext")
    startup_probe: Probe | None = Field(default=None, alias="startupProbe")
    stdin: bool | None = None
    stdin_once: bool | None = Field(default=None, alias="stdinOnce")
    termination_message_path: str | None = Field(default=None, alias="terminationMessagePath")
    termination_message_policy: str | None = Field(default=None, alias="terminationMessagePolicy")
    tty: bool | None = None
    volume_devices: Annotated[list[VolumeDevice], unique(("device_path", None))] | None = Field(default=None, alias="volumeDevices")
    volume_mounts: Annotated[list[VolumeMount], unique(("mount_path", None))] | None = Field(default=None, alias="volumeMounts")
    working_dir: str | None = Field(default=None, alias="workingDir")


class ContainerPort(Model):
    name: str | None = None
    container_port: Int32 = filled(0, alias="containerPort")
    host_ip: str | None = Field(default=None, alias="hostIP")
    host_port: Int32 | None = Field(default=None, alias="hostPort")
    protocol: str | None = None


class ContainerResizePolicy(Model):
    resource_name: str = filled("", alias="resourceName")
    restart_policy: str = filled("", alias="restartPolicy")


class ContainerRestartRule(Model):
    action: str = filled("")
    exit_codes: ContainerRestartRuleOnExitCodes | None = Field(default=None, alias="exitCodes")


class ContainerRestartRuleOnExitCodes(Model):
    operator: str = filled("")
    values: Annotated[list[Int32], unique()] | None = None


class DownwardAPIProjection(Model):
    items: list[DownwardAPIVolumeFile] | None = None


class DownwardAPIVolumeFile(Model):
    field_ref: ObjectFieldSelector | None = Field(default=None, alias="fieldRef")
    mode: Int32 | None = None
    path: str = filled("")
    resource_field_ref: ResourceFieldSelector | None = Field(default=None, alias="resourceFieldRef")


class DownwardAPIVolumeSource(Model):
    default_mode: Int32 | None = Field(default=None, alias="defaultMode")
    items: list[DownwardAPIVolumeFile] | None = None


class EmptyDirVolumeSource(Model):
    medium: str | None = None
    size_limit: Quantity | None = Field(default=None, alias="sizeLimit")


class EnvFromSource(Model):
    config_map_ref: ConfigMapEnvSource | None = Field(default=None, alias="configMapRef")
    prefix: str | None = None
    secret_ref: ConfigMapEnvSource | None = Field(default=None, alias="secretRef")


class EnvVar(Model):
    name: str = filled("")
    value: str | None = None
    value_from: EnvVarSource | None = Field(default=None, alias="valueFrom")


class EnvVarSource(Model):
    config_map_key_ref: ConfigMapKeySelector | None = Field(default=None, alias="configMapKeyRef")
    field_ref: ObjectFieldSelector | None = Field(default=None, alias="fieldRef")
    file_key_ref: FileKeySelector | None = Field(default=None, alias="fileKeyRef")
    resource_field_ref: ResourceFieldSelector | None = Field(default=None, alias="resourceFieldRef")
    secret_key_ref: ConfigMapKeySelector | None = Field(default=None, alias="secretKeyRef")


class EphemeralContainer(Model):
    name: str = filled("")
    image: str | None = None
    command: list[str] | None = None
    args: list[str] | None = None
    env: Annotated[list[EnvVar], unique(("name", None))] | None = None
    env_from: list[EnvFromSource] | None = Field(default=None, alias="envFrom")
    image_pull_policy: str | None = Field(default=None, alias="imagePullPolicy")
    lifecycle: Lifecycle | None = None
    liveness_probe: Probe | None = Field(default=None, alias="livenessProbe")
    ports: Annotated[list[ContainerPort], unique(("container_port", None), ("protocol", 'TCP'))] | None = None
    readiness_probe: Probe | None = Field(default=None, alias="readinessProbe")
    resize_policy: list[ContainerResizePolicy] | None = Field(default=None, alias="resizePolicy")
    resources: ResourceRequirements | None = None
    restart_policy: str | None = Field(default=None, alias="restartPolicy")
    restart_policy_rules: list[ContainerRestartRule] | None = Field(default=None, alias="restartPolicyRules")
    security_context: SecurityContext | None = Field(default=None, alias="securityContext")
    startup_probe: Probe | None = Field(default=None, alias="startupProbe")
    stdin: bool | None = None
    stdin_once: bool | None = Field(default=None, alias="stdinOnce")
    target_container_name: str | None = Field(default=None, alias="targetContainerName")
    termination_message_path: str | None = Field(default=None, alias="terminationMessagePath")
    termination_message_policy: str | None = Field(default=None, alias="terminationMessagePolicy")
    tty: bool | None = None
    volume_devices: Annotated[list[VolumeDevice], unique(("device_path", None))] | None = Field(default=None, alias="volumeDevices")
    volume_mounts: Annotated[list[VolumeMount], unique(("mount_path", None))] | None = Field(default=None, alias="volumeMounts")
    working_dir: str | None = Field(default=None, alias="workingDir")


class EphemeralVolumeSource(Model):
    volume_claim_template: PersistentVolumeClaimTemplate | None = Field(default=None, alias="volumeClaimTemplate")


class ExecAction(Model):
    command: list[str] | None = None


class FCVolumeSource(Model):
    fs_type: str | None = Field(default=None, alias="fsType")
    lun: Int32 | None = None
    read_only: bool | None = Field(default=None, alias="readOnly")
    target_wwns: list[str] | None = Field(default=None, alias="targetWWNs")
    wwids: list[str] | None = None


class FileKeySelector(Model):
    key: str = filled("")
    optional: bool | None = None
    path: str = filled("")
    volume_name: str = filled("", alias="volumeName")


class FlexVolumeSource(Model):
    driver: str = filled("")
    fs_type: str | None = Field(default=None, alias="fsType")
    options: dict[str, str] | None = None
    read_only: bool | None = Field(default=None, alias="readOnly")
    secret_ref: LocalObjectReference | None = Field(default=None, alias="secretRef")


class FlockerVolumeSource(Model):
    dataset_name: str | None = Field(default=None, alias="datasetName")
    dataset_uuid: str | None = Field(default=None, alias="datasetUUID")


class GCEPersistentDiskVolumeSource(Model):
    fs_type: str | None = Field(default=None, alias="fsType")
    partition: Int32 | None = None
    pd_name: str = filled("", alias="pdName")
    read_only: bool | None = Field(default=None, alias="readOnly")


class GRPCAction(Model):
    port: Int32 = filled(0)
    service: str | None = None


class GitRepoVolumeSource(Model):
    directory: str | None = None
    repository: str = filled("")
    revision: str | None = None


class GlusterfsVolumeSource(Model):
    endpoints: str = filled("")
    path: str = filled("")
    read_only: bool | None = Field(default=None, alias="readOnly")


class HTTPGetAction(Model):
    host: str | None = None
    http_headers: list[HTTPHeader] | None = Field(default=None, alias="httpHeaders")
    path: str | None = None
    port: IntOrString
    scheme: str | None = None


class HTTPHeader(Model):
    name: str = filled("")
    value: str = filled("")


Sysctl = HTTPHeader


class HostAlias(Model):
    hostnames: list[str] | None = None
    ip: str = filled("")


class HostPathVolumeSource(Model):
    path: str = filled("")
    type_: str | None = Field(default=None, alias="type")


class ISCSIVolumeSource(Model):
    chap_auth_discovery: bool | None = Field(default=None, alias="chapAuthDiscovery")
    chap_auth_session: bool | None = Field(default=None, alias="chapAuthSession")
    fs_type: str | None = Field(default=None, alias="fsType")
    initiator_name: str | None = Field(default=None, alias="initiatorName")
    iqn: str = filled("")
    iscsi_interface: str | None = Field(default=None, alias="iscsiInterface")
    lun: Int32 = filled(0)
    portals: list[str] | None = None
    read_only: bool | None = Field(default=None, alias="readOnly")
    secret_ref: LocalObjectReference | None = Field(default=None, alias="secretRef")
    target_portal: str = filled("", alias="targetPortal")


class ImageVolumeSource(Model):
    pull_policy: str | None = Field(default=None, alias="pullPolicy")
    reference: str | None = None


class KeyToPath(Model):
    key: str = filled("")
    mode: Int32 | None = None
    path: str = filled("")


class Lifecycle(Model):
    post_start: LifecycleHandler | None = Field(default=None, alias="postStart")
    pre_stop: LifecycleHandler | None = Field(default=None, alias="preStop")
    stop_signal: str | None = Field(default=None, alias="stopSignal")


class LifecycleHandler(Model):
    exec_: ExecAction | None = Field(default=None, alias="exec")
    http_get: HTTPGetAction | None = Field(default=None, alias="httpGet")
    sleep: SleepAction | None = None
    tcp_socket: TCPSocketAction | None = Field(default=None, alias="tcpSocket")


class LocalObjectReference(Model):
    name: str | None = None


class NFSVolumeSource(Model):
    path: str = filled("")
    read_only: bool | None = Field(default=None, alias="readOnly")
    server: str = filled("")


class NodeAffinity(Model):
    preferred_during_scheduling_ignored_during_execution: list[PreferredSchedulingTerm] | None = Field(default=None, alias="preferredDuringSchedulingIgnoredDuringExecution")
    required_during_scheduling_ignored_during_execution: NodeSelector | None = Field(default=None, alias="requiredDuringSchedulingIgnoredDuringExecution")


class NodeSelector(Model):
    node_selector_terms: list[NodeSelectorTerm] = Field(alias="nodeSelectorTerms")


class NodeSelectorTerm(Model):
    match_expressions: list[LabelSelectorRequirement] | None = Field(default=None, alias="matchExpressions")
    match_fields: list[LabelSelectorRequirement] | None = Field(default=None, alias="matchFields")


class ObjectFieldSelector(Model):
    api_version: str | None = Field(default=None, alias="apiVersion")
    field_path: str = filled("", alias="fieldPath")


class PersistentVolumeClaimSpec(Model):
    access_modes: list[str] | None = Field(default=None, alias="accessModes")
    data_source: TypedLocalObjectReference | None = Field(default=None, alias="dataSource")
    data_source_ref: TypedObjectReference | None = Field(default=None, alias="dataSourceRef")
    resources: VolumeResourceRequirements | None = None
    selector: LabelSelector | None = None
    storage_class_name: str | None = Field(default=None, alias="storageClassName")
    volume_attributes_class_name: str | None = Field(default=None, alias="volumeAttributesClassName")
    volume_mode: str | None = Field(default=None, alias="volumeMode")
    volume_name: str | None = Field(default=None, alias="volumeName")


class PersistentVolumeClaimTemplate(Model):
    metadata: PersistentVolumeClaimTemplateMetadata | None = None
    spec: PersistentVolumeClaimSpec


class PersistentVolumeClaimTemplateMetadata(Model):
    pass


ResourceClaimTemplateSpecMetadata = PersistentVolumeClaimTemplateMetadata


class PersistentVolumeClaimVolumeSource(Model):
    claim_name: str = filled("", alias="claimName")
    read_only: bool | None = Field(default=None, alias="readOnly")


class PhotonPersistentDiskVolumeSource(Model):
    fs_type: str | None = Field(default=None, alias="fsType")
    pd_id: str = filled("", alias="pdID")


class PodAffinity(Model):
    preferred_during_scheduling_ignored_during_execution: list[WeightedPodAffinityTerm] | None = Field(default=None, alias="preferredDuringSchedulingIgnoredDuringExecution")
    required_during_scheduling_ignored_during_execution: list[PodAffinityTerm] | None = Field(default=None, alias="requiredDuringSchedulingIgnoredDuringExecution")


PodAntiAffinity = PodAffinity


class PodAffinityTerm(Model):
    label_selector: LabelSelector | None = Field(default=None, alias="labelSelector")
    match_label_keys: list[str] | None = Field(default=None, alias="matchLabelKeys")
    mismatch_label_keys: list[str] | None = Field(default=None, alias="mismatchLabelKeys")
    namespace_selector: LabelSelector | None = Field(default=None, alias="namespaceSelector")
    namespaces: list[str] | None = None
    topology_key: str = filled("", alias="topologyKey")


class PodCertificateProjection(Model):
    certificate_chain_path: str | None = Field(default=None, alias="certificateChainPath")
    credential_bundle_path: str | None = Field(default=None, alias="credentialBundlePath")
    key_path: str | None = Field(default=None, alias="keyPath")
    key_type: str = filled("", alias="keyType")
    max_expiration_seconds: Int32 | None = Field(default=None, alias="maxExpirationSeconds")
    signer_name: str = filled("", alias="signerName")
    user_annotations: dict[str, str] | None = Field(default=None, alias="userAnnotations")


class PodDNSConfig(Model):
    nameservers: list[str] | None = None
    options: list[PodDNSConfigOption] | None = None
    searches: list[str] | None = None


class PodDNSConfigOption(Model):
    name: str | None = None
    value: str | None = None


class PodOS(Model):
    name: str = filled("")


PodSchedulingGate = PodOS


class PodReadinessGate(Model):
    condition_type: str = filled("", alias="conditionType")


class PodResourceClaim(Model):
    name: str = filled("")
    resource_claim_name: str | None = Field(default=None, alias="resourceClaimName")
    resource_claim_template_name: str | None = Field(default=None, alias="resourceClaimTemplateName")


class PodSecurityContext(Model):
    app_armor_profile: AppArmorProfile | None = Field(default=None, alias="appArmorProfile")
    fs_group: Int64 | None = Field(default=None, alias="fsGroup")
    fs_group_change_policy: str | None = Field(default=None, alias="fsGroupChangePolicy")
    run_as_group: Int64 | None = Field(default=None, alias="runAsGroup")
    run_as_non_root: bool | None = Field(default=None, alias="runAsNonRoot")
    run_as_user: Int64 | None = Field(default=None, alias="runAsUser")
    se_linux_change_policy: str | None = Field(default=None, alias="seLinuxChangePolicy")
    se_linux_options: SELinuxOptions | None = Field(default=None, alias="seLinuxOptions")
    seccomp_profile: AppArmorProfile | None = Field(default=None, alias="seccompProfile")
    supplemental_groups: list[Int64] | None = Field(default=None, alias="supplementalGroups")
    supplemental_groups_policy: str | None = Field(default=None, alias="supplementalGroupsPolicy")
    sysctls: list[HTTPHeader] | None = None
    windows_options: WindowsSecurityContextOptions | None = Field(default=None, alias="windowsOptions")


class PodSpec(Model):
    active_deadline_seconds: Int64 | None = Field(default=None, alias="activeDeadlineSeconds")
    affinity: Affinity | None = None
    automount_service_account_token: bool | None = Field(default=None, alias="automountServiceAccountToken")
    containers: Annotated[list[Container], unique(("name", None))]
    dns_config: PodDNSConfig | None = Field(default=None, alias="dnsConfig")
    dns_policy: str | None = Field(default=None, alias="dnsPolicy")
    enable_service_links: bool | None = Field(default=None, alias="enableServiceLinks")
    ephemeral_containers: Annotated[list[EphemeralContainer], unique(("name", None))] | None = Field(default=None, alias="ephemeralContainers")
    host_aliases: Annotated[list[HostAlias], unique(("ip", None))] | None = Field(default=None, alias="hostAliases")
    host_ipc: bool | None = Field(default=None, alias="hostIPC")
    host_network: bool | None = Field(default=None, alias="hostNetwork")
    host_pid: bool | None = Field(default=None, alias="hostPID")
    host_users: bool | None = Field(default=None, alias="hostUsers")
    hostname: str | None = None
    hostname_override: str | None = Field(default=None, alias="hostnameOverride")
    image_pull_secrets: Annotated[list[LocalObjectReference], unique(("name", ''))] | None = Field(default=None, alias="imagePullSecrets")
    init_containers: Annotated[list[Container], unique(("name", None))] | None = Field(default=None, alias="initContainers")
    node_name: str | None = Field(default=None, alias="nodeName")
    node_selector: dict[str, str] | None = Field(default=None, alias="nodeSelector")
    os: PodOS | None = None
    overhead: dict[str, Quantity] | None = None
    preemption_policy: str | None = Field(default=None, alias="preemptionPolicy")
    priority: Int32 | None = None
    priority_class_name: str | None = Field(default=None, alias="priorityClassName")
    readiness_gates: list[PodReadinessGate] | None = Field(default=None, alias="readinessGates")
    resource_claims: Annotated[list[PodResourceClaim], unique(("name", None))] | None = Field(default=None, alias="resourceClaims")
    resources: ResourceRequirements | None = None
    restart_policy: str | None = Field(default=None, alias="restartPolicy")
    runtime_class_name: str | None = Field(default=None, alias="runtimeClassName")
    scheduler_name: str | None = Field(default=None, alias="schedulerName")
    scheduling_gates: Annotated[list[PodOS], unique(("name", None))] | None = Field(default=None, alias="schedulingGates")
    security_context: PodSecurityContext | None = Field(default=None, alias="securityContext")
    service_account: str | None = Field(default=None, alias="serviceAccount")
    service_account_name: str | None = Field(default=None, alias="serviceAccountName")
    set_hostname_as_fqdn: bool | None = Field(default=None, alias="setHostnameAsFQDN")
    share_process_namespace: bool | None = Field(default=None, alias="shareProcessNamespace")
    subdomain: str | None = None
    termination_grace_period_seconds: Int64 | None = Field(default=None, alias="terminationGracePeriodSeconds")
    tolerations: list[Toleration] | None = None
    topology_spread_constraints: Annotated[list[TopologySpreadConstraint], unique(("topology_key", None), ("when_unsatisfiable", None))] | None = Field(default=None, alias="topologySpreadConstraints")
    volumes: Annotated[list[Volume], unique(("name", None))] | None = None
    workload_ref: WorkloadReference | None = Field(default=None, alias="workloadRef")


class PortworxVolumeSource(Model):
    fs_type: str | None = Field(default=None, alias="fsType")
    read_only: bool | None = Field(default=None, alias="readOnly")
    volume_id: str = filled("", alias="volumeID")


class PreferredSchedulingTerm(Model):
    preference: NodeSelectorTerm
    weight: Int32 = filled(0)


class Probe(Model):
    exec_: ExecAction | None = Field(default=None, alias="exec")
    failure_threshold: Int32 | None = Field(default=None, alias="failureThreshold")
    grpc: GRPCAction | None = None
    http_get: HTTPGetAction | None = Field(default=None, alias="httpGet")
    initial_delay_seconds: Int32 | None = Field(default=None, alias="initialDelaySeconds")
    period_seconds: Int32 | None = Field(default=None, alias="periodSeconds")
    success_threshold: Int32 | None = Field(default=None, alias="successThreshold")
    tcp_socket: TCPSocketAction | None = Field(default=None, alias="tcpSocket")
    termination_grace_period_seconds: Int64 | None = Field(default=None, alias="terminationGracePeriodSeconds")
    timeout_seconds: Int32 | None = Field(default=None, alias="timeoutSeconds")


class ProjectedVolumeSource(Model):
    default_mode: Int32 | None = Field(default=None, alias="defaultMode")
    sources: list[VolumeProjection] | None = None


class QuobyteVolumeSource(Model):
    group: str | None = None
    read_only: bool | None = Field(default=None, alias="readOnly")
    registry: str = filled("")
    tenant: str | None = None
    user: str | None = None
    volume: str = filled("")


class RBDVolumeSource(Model):
    image: str = filled("")
    fs_type: str | None = Field(default=None, alias="fsType")
    keyring: str | None = None
    monitors: list[str]
    pool: str | None = None
    read_only: bool | None = Field(default=None, alias="readOnly")
    secret_ref: LocalObjectReference | None = Field(default=None, alias="secretRef")
    user: str | None = None


class ResourceClaim(Model):
    name: str = filled("")
    request: str | None = None


class ResourceFieldSelector(Model):
    container_name: str | None = Field(default=None, alias="containerName")
    divisor: Quantity | None = None
    resource: str = filled("")


class ResourceRequirements(Model):
    claims: Annotated[list[ResourceClaim], unique(("name", None))] | None = None
    limits: dict[str, Quantity] | None = None
    requests: dict[str, Quantity] | None = None


class SELinuxOptions(Model):
    level: str | None = None
    role: str | None = None
    type_: str | None = Field(default=None, alias="type")
    user: str | None = None


class ScaleIOVolumeSource(Model):
    fs_type: str | None = Field(default=None, alias="fsType")
    gateway: str = filled("")
    protection_domain: str | None = Field(default=None, alias="protectionDomain")
    read_only: bool | None = Field(default=None, alias="readOnly")
    secret_ref: LocalObjectReference = Field(alias="secretRef")
    ssl_enabled: bool | None = Field(default=None, alias="sslEnabled")
    storage_mode: str | None = Field(default=None, alias="storageMode")
    storage_pool: str | None = Field(default=None, alias="storagePool")
    system: str = filled("")
    volume_name: str | None = Field(default=None, alias="volumeName")


class SecretVolumeSource(Model):
    default_mode: Int32 | None = Field(default=None, alias="defaultMode")
    items: list[KeyToPath] | None = None
    optional: bool | None = None
    secret_name: str | None = Field(default=None, alias="secretName")


class SecurityContext(Model):
    allow_privilege_escalation: bool | None = Field(default=None, alias="allowPrivilegeEscalation")
    app_armor_profile: AppArmorProfile | None = Field(default=None, alias="appArmorProfile")
    capabilities: Capabilities | None = None
    privileged: bool | None = None
    proc_mount: str | None = Field(default=None, alias="procMount")
    read_only_root_filesystem: bool | None = Field(default=None, alias="readOnlyRootFilesystem")
    run_as_group: Int64 | None = Field(default=None, alias="runAsGroup")
    run_as_non_root: bool | None = Field(default=None, alias="runAsNonRoot")
    run_as_user: Int64 | None = Field(default=None, alias="runAsUser")
    se_linux_options: SELinuxOptions | None = Field(default=None, alias="seLinuxOptions")
    seccomp_profile: AppArmorProfile | None = Field(default=None, alias="seccompProfile")
    windows_options: WindowsSecurityContextOptions | None = Field(default=None, alias="windowsOptions")


class ServiceAccountTokenProjection(Model):
    audience: str | None = None
    expiration_seconds: Int64 | None = Field(default=None, alias="expirationSeconds")
    path: str = filled("")


class SleepAction(Model):
    seconds: Int64 = filled(0)


class StorageOSVolumeSource(Model):
    fs_type: str | None = Field(default=None, alias="fsType")
    read_only: bool | None = Field(default=None, alias="readOnly")
    secret_ref: LocalObjectReference | None = Field(default=None, alias="secretRef")
    volume_name: str | None = Field(default=None, alias="volumeName")
    volume_namespace: str | None = Field(default=None, alias="volumeNamespace")


class TCPSocketAction(Model):
    host: str | None = None
    port: IntOrString


class Toleration(Model):
    effect: str | None = None
    key: str | None = None
    operator: str | None = None
    toleration_seconds: Int64 | None = Field(default=None, alias="tolerationSeconds")
    value: str | None = None


class TopologySpreadConstraint(Model):
    label_selector: LabelSelector | None = Field(default=None, alias="labelSelector")
    match_label_keys: list[str] | None = Field(default=None, alias="matchLabelKeys")
    max_skew: Int32 = filled(0, alias="maxSkew")
    min_domains: Int32 | None = Field(default=None, alias="minDomains")
    node_affinity_policy: str | None = Field(default=None, alias="nodeAffinityPolicy")
    node_taints_policy: str | None = Field(default=None, alias="nodeTaintsPolicy")
    topology_key: str = filled("", alias="topologyKey")
    when_unsatisfiable: str = filled("", alias="whenUnsatisfiable")


class TypedLocalObjectReference(Model):
    kind: str = filled("")
    name: str = filled("")
    api_group: str | None = Field(default=None, alias="apiGroup")


class TypedObjectReference(Model):
    kind: str = filled("")
    name: str = filled("")
    namespace: str | None = None
    api_group: str | None = Field(default=None, alias="apiGroup")


class Volume(Model):
    name: str = filled("")
    image: ImageVolumeSource | None = None
    aws_elastic_block_store: AWSElasticBlockStoreVolumeSource | None = Field(default=None, alias="awsElasticBlockStore")
    azure_disk: AzureDiskVolumeSource | None = Field(default=None, alias="azureDisk")
    azure_file: AzureFileVolumeSource | None = Field(default=None, alias="azureFile")
    cephfs: CephFSVolumeSource | None = None
    cinder: CinderVolumeSource | None = None
    config_map: ConfigMapVolumeSource | None = Field(default=None, alias="configMap")
    csi: CSIVolumeSource | None = None
    downward_api: DownwardAPIVolumeSource | None = Field(default=None, alias="downwardAPI")
    empty_dir: EmptyDirVolumeSource | None = Field(default=None, alias="emptyDir")
    ephemeral: EphemeralVolumeSource | None = None
    fc: FCVolumeSource | None = None
    flex_volume: FlexVolumeSource | None = Field(default=None, alias="flexVolume")
    flocker: FlockerVolumeSource | None = None
    gce_persistent_disk: GCEPersistentDiskVolumeSource | None = Field(default=None, alias="gcePersistentDisk")
    git_repo: GitRepoVolumeSource | None = Field(default=None, alias="gitRepo")
    glusterfs: GlusterfsVolumeSource | None = None
    host_path: HostPathVolumeSource | None = Field(default=None, alias="hostPath")
    iscsi: ISCSIVolumeSource | None = None
    nfs: NFSVolumeSource | None = None
    persistent_volume_claim: PersistentVolumeClaimVolumeSource | None = Field(default=None, alias="persistentVolumeClaim")
    photon_persistent_disk: PhotonPersistentDiskVolumeSource | None = Field(default=None, alias="photonPersistentDisk")
    portworx_volume: PortworxVolumeSource | None = Field(default=None, alias="portworxVolume")
    projected: ProjectedVolumeSource | None = None
    quobyte: QuobyteVolumeSource | None = None
    rbd: RBDVolumeSource | None = None
    scale_io: ScaleIOVolumeSource | None = Field(default=None, alias="scaleIO")
    secret: SecretVolumeSource | None = None
    storageos: StorageOSVolumeSource | None = None
    vsphere_volume: VsphereVirtualDiskVolumeSource | None = Field(default=None, alias="vsphereVolume")


class VolumeDevice(Model):
    name: str = filled("")
    device_path: str = filled("", alias="devicePath")


class VolumeMount(Model):
    name: str = filled("")
    mount_path: str = filled("", alias="mountPath")
    mount_propagation: str | None = Field(default=None, alias="mountPropagation")
    read_only: bool | None = Field(default=None, alias="readOnly")
    recursive_read_only: str | None = Field(default=None, alias="recursiveReadOnly")
    sub_path: str | None = Field(default=None, alias="subPath")
    sub_path_expr: str | None = Field(default=None, alias="subPathExpr")


class VolumeProjection(Model):
    cluster_trust_bundle: ClusterTrustBundleProjection | None = Field(default=None, alias="clusterTrustBundle")
    config_map: ConfigMapProjection | None = Field(default=None, alias="configMap")
    downward_api: DownwardAPIProjection | None = Field(default=None, alias="downwardAPI")
    pod_certificate: PodCertificateProjection | None = Field(default=None, alias="podCertificate")
    secret: ConfigMapProjection | None = None
    service_account_token: ServiceAccountTokenProjection | None = Field(default=None, alias="serviceAccountToken")


class VolumeResourceRequirements(Model):
    limits: dict[str, Quantity] | None = None
    requests: dict[str, Quantity] | None = None


class VsphereVirtualDiskVolumeSource(Model):
    fs_type: str | None = Field(default=None, alias="fsType")
    storage_policy_id: str | None = Field(default=None, alias="storagePolicyID")
    storage_policy_name: str | None = Field(default=None, alias="storagePolicyName")
    volume_path: str = filled("", alias="volumePath")


class WeightedPodAffinityTerm(Model):
    pod_affinity_term: PodAffinityTerm = Field(alias="podAffinityTerm")
    weight: Int32 = filled(0)


class WindowsSecurityContextOptions(Model):
    gmsa_credential_spec: str | None = Field(default=None, alias="gmsaCredentialSpec")
    gmsa_credential_spec_name: str | None = Field(default=None, alias="gmsaCredentialSpecName")
    host_process: bool | None = Field(default=None, alias="hostProcess")
    run_as_user_name: str | None = Field(default=None, alias="runAsUserName")


class WorkloadReference(Model):
    name: str = filled("")
    pod_group: str = filled("", alias="podGroup")
    pod_group_replica_key: str | None = Field(default=None, alias="podGroupReplicaKey")
