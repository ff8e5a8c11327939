"""What Kubernetes, Grove and KAI call the structures behind their fields, so that people can guess a class's name.

One line a structure: its name, then each field that leads to another structure and that one's name.

Source: kubernetes/api core/v1, meta/v1, autoscaling/v2, resource/v1@v0.35.0; ai-dynamo/grove
operator/api/core/v1alpha1@fcc3b3bb; kai-scheduler/KAI-Scheduler pkg/apis@v0.17.0.
"""

from __future__ import annotations

from typing import Final

_META = """
ObjectMeta: ownerReferences=OwnerReference managedFields=ManagedFieldsEntry
LabelSelector: matchExpressions=LabelSelectorRequirement
Condition:
"""

_CORE = """
PodTemplateSpec: spec=PodSpec
PodSpec: affinity=Affinity containers=Container dnsConfig=PodDNSConfig ephemeralContainers=EphemeralContainer
  hostAliases=HostAlias imagePullSecrets=LocalObjectReference initContainers=Container os=PodOS
  readinessGates=PodReadinessGate resourceClaims=PodResourceClaim resources=ResourceRequirements
  schedulingGates=PodSchedulingGate securityContext=PodSecurityContext tolerations=Toleration
  topologySpreadConstraints=TopologySpreadConstraint volumes=Volume workloadRef=WorkloadReference
Affinity: nodeAffinity=NodeAffinity podAffinity=PodAffinity podAntiAffinity=PodAntiAffinity
NodeAffinity: preferredDuringSchedulingIgnoredDuringExecution=PreferredSchedulingTerm
  requiredDuringSchedulingIgnoredDuringExecution=NodeSelector
PreferredSchedulingTerm: preference=NodeSelectorTerm
NodeSelector: nodeSelectorTerms=NodeSelectorTerm
NodeSelectorTerm: matchExpressions=NodeSelectorRequirement matchFields=NodeSelectorRequirement
PodAffinity: preferredDuringSchedulingIgnoredDuringExecution=WeightedPodAffinityTerm
  requiredDuringSchedulingIgnoredDuringExecution=PodAffinityTerm
PodAntiAffinity: preferredDuringSchedulingIgnoredDuringExecution=WeightedPodAffinityTerm
  requiredDuringSchedulingIgnoredDuringExecution=PodAffinityTerm
WeightedPodAffinityTerm: podAffinityTerm=PodAffinityTerm
PodAffinityTerm: labelSelector=LabelSelector namespaceSelector=LabelSelector
Container: env=EnvVar envFrom=EnvFromSource lifecycle=Lifecycle livenessProbe=Probe ports=ContainerPort
  readinessProbe=Probe resizePolicy=ContainerResizePolicy resources=ResourceRequirements
  restartPolicyRules=ContainerRestartRule securityContext=SecurityContext startupProbe=Probe
  volumeDevices=VolumeDevice volumeMounts=VolumeMount
EphemeralContainer: env=EnvVar envFrom=EnvFromSource lifecycle=Lifecycle livenessProbe=Probe ports=ContainerPort
  readinessProbe=Probe resizePolicy=ContainerResizePolicy resources=ResourceRequirements
  restartPolicyRules=ContainerRestartRule securityContext=SecurityContext startupProbe=Probe
  volumeDevices=VolumeDevice volumeMounts=VolumeMount
EnvVar: valueFrom=EnvVarSource
EnvVarSource: configMapKeyRef=ConfigMapKeySelector fieldRef=ObjectFieldSelector fileKeyRef=FileKeySelector
  resourceFieldRef=ResourceFieldSelector secretKeyRef=SecretKeySelector
EnvFromSource: configMapRef=ConfigMapEnvSource secretRef=SecretEnvSource
Lifecycle: postStart=LifecycleHandler preStop=LifecycleHandler
LifecycleHandler: exec=ExecAction httpGet=HTTPGetAction sleep=SleepAction tcpSocket=TCPSocketAction
HTTPGetAction: httpHeaders=HTTPHeader
Probe: exec=ExecAction grpc=GRPCAction httpGet=HTTPGetAction tcpSocket=TCPSocketAction
ContainerRestartRule: exitCodes=ContainerRestartRuleOnExitCodes
ResourceRequirements: claims=ResourceClaim
SecurityContext: appArmorProfile=AppArmorProfile capabilities=Capabilities seLinuxOptions=SELinuxOptions
  seccompProfile=SeccompProfile windowsOptions=WindowsSecurityContextOptions
PodSecurityContext: appArmorProfile=AppArmorProfile seLinuxOptions=SELinuxOptions seccompProfile=SeccompProfile
  sysctls=Sysctl windowsOptions=WindowsSecurityContextOptions
PodDNSConfig: options=PodDNSConfigOption
TopologySpreadConstraint: labelSelector=LabelSelector
Volume: awsElasticBlockStore=AWSElasticBlockStoreVolumeSource azureDisk=AzureDiskVolumeSource
  azureFile=AzureFileVolumeSource cephfs=CephFSVolumeSource cinder=CinderVolumeSource
  configMap=ConfigMapVolumeSource csi=CSIVolumeSource downwardAPI=DownwardAPIVolumeSource
  emptyDir=EmptyDirVolumeSource ephemeral=EphemeralVolumeSource fc=FCVolumeSource flexVolume=FlexVolumeSource
  flocker=FlockerVolumeSource gcePersistentDisk=GCEPersistentDiskVolumeSource gitRepo=GitRepoVolumeSource
  glusterfs=GlusterfsVolumeSource hostPath=HostPathVolumeSource image=ImageVolumeSource iscsi=ISCSIVolumeSource
  nfs=NFSVolumeSource persistentVolumeClaim=PersistentVolumeClaimVolumeSource
  photonPersistentDisk=PhotonPersistentDiskVolumeSource portworxVolume=PortworxVolumeSource
  projected=ProjectedVolumeSource quobyte=QuobyteVolumeSource rbd=RBDVolumeSource scaleIO=ScaleIOVolumeSource
  secret=SecretVolumeSource storageos=StorageOSVolumeSource vsphereVolume=VsphereVirtualDiskVolumeSource
CephFSVolumeSource: secretRef=LocalObjectReference
CinderVolumeSource: secretRef=LocalObjectReference
ConfigMapVolumeSource: items=KeyToPath
CSIVolumeSource: nodePublishSecretRef=LocalObjectReference
DownwardAPIVolumeSource: items=DownwardAPIVolumeFile
DownwardAPIVolumeFile: fieldRef=ObjectFieldSelector resourceFieldRef=ResourceFieldSelector
EphemeralVolumeSource: volumeClaimTemplate=PersistentVolumeClaimTemplate
PersistentVolumeClaimTemplate: spec=PersistentVolumeClaimSpec
PersistentVolumeClaimSpec: dataSource=TypedLocalObjectReference dataSourceRef=TypedObjectReference
  resources=VolumeResourceRequirements selector=LabelSelector
FlexVolumeSource: secretRef=LocalObjectReference
ISCSIVolumeSource: secretRef=LocalObjectReference
ProjectedVolumeSource: sources=VolumeProjection
VolumeProjection: clusterTrustBundle=ClusterTrustBundleProjection configMap=ConfigMapProjection
  downwardAPI=DownwardAPIProjection podCertificate=PodCertificateProjection secret=SecretProjection
  serviceAccountToken=ServiceAccountTokenProjection
ClusterTrustBundleProjection: labelSelector=LabelSelector
ConfigMapProjection: items=KeyToPath
DownwardAPIProjection: items=DownwardAPIVolumeFile
SecretProjection: items=KeyToPath
RBDVolumeSource: secretRef=LocalObjectReference
ScaleIOVolumeSource: secretRef=LocalObjectReference
SecretVolumeSource: items=KeyToPath
StorageOSVolumeSource: secretRef=LocalObjectReference
"""

_AUTOSCALING = """
MetricSpec: containerResource=ContainerResourceMetricSource external=ExternalMetricSource object=ObjectMetricSource
  pods=PodsMetricSource resource=ResourceMetricSource
ContainerResourceMetricSource: target=MetricTarget
ExternalMetricSource: metric=MetricIdentifier target=MetricTarget
ObjectMetricSource: describedObject=CrossVersionObjectReference metric=MetricIdentifier target=MetricTarget
PodsMetricSource: metric=MetricIdentifier target=MetricTarget
ResourceMetricSource: target=MetricTarget
MetricIdentifier: selector=LabelSelector
"""

_RESOURCE = """
ResourceClaimTemplateSpec: spec=ResourceClaimSpec
ResourceClaimSpec: devices=DeviceClaim
DeviceClaim: config=DeviceClaimConfiguration constraints=DeviceConstraint requests=DeviceRequest
DeviceClaimConfiguration: opaque=OpaqueDeviceConfiguration
DeviceRequest: exactly=ExactDeviceRequest firstAvailable=DeviceSubRequest
ExactDeviceRequest: capacity=CapacityRequirements selectors=DeviceSelector tolerations=DeviceToleration
DeviceSubRequest: capacity=CapacityRequirements selectors=DeviceSelector tolerations=DeviceToleration
DeviceSelector: cel=CELDeviceSelector
"""

_GROVE = """
PodCliqueSetSpec: template=PodCliqueSetTemplateSpec updateStrategy=PodCliqueSetUpdateStrategy
PodCliqueSetTemplateSpec: cliques=PodCliqueTemplateSpec headlessServiceConfig=HeadlessServiceConfig
  podCliqueScalingGroups=PodCliqueScalingGroupConfig resourceClaimTemplates=ResourceClaimTemplateConfig
  resourceSharing=PCSResourceSharingSpec topologyConstraint=TopologyConstraint
PodCliqueTemplateSpec: resourceSharing=ResourceSharingSpec spec=PodCliqueSpec topologyConstraint=TopologyConstraint
PodCliqueSpec: autoScalingConfig=AutoScalingConfig podSpec=PodSpec
AutoScalingConfig: metrics=MetricSpec
PodCliqueScalingGroupConfig: resourceSharing=PCSGResourceSharingSpec scaleConfig=AutoScalingConfig
  topologyConstraint=TopologyConstraint
ResourceClaimTemplateConfig: templateSpec=ResourceClaimTemplateSpec
PCSResourceSharingSpec: filter=PCSResourceSharingFilter
PCSGResourceSharingSpec: filter=PCSGResourceSharingFilter
TopologyConstraint: pack=TopologyPackConstraint packConstraint=TopologyPackConstraint
PodCliqueSetStatus: conditions=Condition lastErrors=LastError podGangStatuses=PodGangStatus
  updateProgress=PodCliqueSetUpdateProgress
PodCliqueSetUpdateProgress: currentlyUpdating=PodCliqueSetReplicaUpdateProgress
PodCliqueStatus: conditions=Condition lastErrors=LastError updateProgress=PodCliqueUpdateProgress
PodCliqueUpdateProgress: readyPodsSelectedToUpdate=PodsSelectedToUpdate
PodCliqueScalingGroupStatus: conditions=Condition lastErrors=LastError
  updateProgress=PodCliqueScalingGroupUpdateProgress
PodCliqueScalingGroupUpdateProgress: readyReplicaIndicesSelectedToUpdate=PodCliqueScalingGroupReplicaUpdateProgress
PodGangSpec: podgroups=PodGangPodGroup reuseReservationRef=NamespacedName topologyConstraint=TopologyConstraint
  topologyConstraintGroupConfigs=TopologyConstraintGroupConfig
PodGangPodGroup: podReferences=NamespacedName topologyConstraint=TopologyConstraint
TopologyConstraintGroupConfig: topologyConstraint=TopologyConstraint
ClusterTopologyBindingSpec: levels=TopologyLevel schedulerTopologyBindings=SchedulerTopologyBinding
ClusterTopologyBindingStatus: conditions=Condition schedulerTopologyStatuses=SchedulerTopologyStatus
"""

_KAI = """
QueueSpec: resources=QueueResources
QueueResources: cpu=QueueResource gpu=QueueResource memory=QueueResource
PodGroupSpec: subGroups=SubGroup topologyConstraint=TopologyConstraint
SubGroup: topologyConstraint=TopologyConstraint
PodGroupStatus: conditions=PodGroupCondition resourcesStatus=PodGroupResourcesStatus
  schedulingConditions=SchedulingCondition
SchedulingCondition: reasons=UnschedulableExplanation
UnschedulableExplanation: details=UnschedulableExplanationDetails
UnschedulableExplanationDetails: queueDetails=QuotaDetails
TopologySpec: levels=TopologyLevel
SchedulingShardSpec: actions=ActionConfig minRuntime=MinRuntime placementStrategy=PlacementStrategy
  plugins=PluginConfig scenarioSearchBudgets=ScenarioSearchBudgets usageDBConfig=UsageDBConfig
UsageDBConfig: usageParams=UsageParams
"""


def _read(text: str) -> dict[str, dict[str, str]]:
    structures: dict[str, dict[str, str]] = {}
    for line in text.strip().replace("\n  ", " ").splitlines():
        name, _, fields = line.partition(":")
        structures[name] = dict(field.split("=", 1) for field in fields.split())
    return structures


STRUCTURES: Final = _read(_META + _CORE + _AUTOSCALING + _RESOURCE + _GROVE + _KAI)
"""Structure -> field -> the structure behind it."""


def _home(module: str, text: str) -> dict[str, str]:
    structures = _read(text)
    below = {name for fields in structures.values() for name in fields.values()}
    return dict.fromkeys([*structures, *below], module)


HOMES: Final = (
    _home("resource_v1", _RESOURCE)
    | _home("autoscaling_v2", _AUTOSCALING)
    | _home("core_v1", _CORE)
    | _home("meta_v1", _META)
)
"""Kubernetes' own structures -> the module their classes live in."""

RECOGNIZED: Final = {
    frozenset({"matchExpressions", "matchLabels"}): "LabelSelector",
    frozenset({"lastTransitionTime", "message", "observedGeneration", "reason", "status", "type"}): "Condition",
    frozenset({"containerResource", "external", "object", "pods", "resource", "type"}): "MetricSpec",
    frozenset({"claims", "limits", "requests"}): "ResourceRequirements",
}
"""Structures told by their fields alone, wherever they stand."""

POD_SPEC_FIELDS: Final = frozenset({"containers", "restartPolicy", "terminationGracePeriodSeconds", "volumes"})
"""An object with these fields is a PodSpec, of whatever Kubernetes release."""

FILLED_BY_WEBHOOK: Final = frozenset({"grove.io/v1alpha1/PodCliqueSet"})
"""Kinds whose mutating webhook decodes an object into Go's types and writes it back before its schema is checked, so
that a required text, number or truth value that was left out is there as `""`, 0 or false.

Source: seen on the real operator (a clique without roleName, a container without name: both accepted).
"""
