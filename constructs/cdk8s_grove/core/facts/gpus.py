"""Which extended resources and which device classes are GPUs.

Source: the device plugins' own names: NVIDIA/k8s-device-plugin (`nvidia.com/gpu`, `nvidia.com/gpu.shared`,
`nvidia.com/mig-…`), ROCm/k8s-device-plugin (`amd.com/gpu`), intel/intel-device-plugins-for-kubernetes
(`gpu.intel.com/i915`, `gpu.intel.com/xe`); and the DRA drivers' classes (`gpu.nvidia.com`, `mig.nvidia.com`,
`gpu.intel.com`, `gpu.amd.com`).
"""

from __future__ import annotations


def is_gpu_resource(name: str) -> bool:
    """Whether one of an extended resource is one GPU, or one part of a GPU that is handed out as such."""
    domain, _, kind = name.partition("/")
    if kind.endswith(("_monitoring", ".monitoring")):
        return False
    return kind == "gpu" or kind.startswith(("gpu.", "mig-")) or (domain.startswith("gpu.") and kind != "")


def is_gpu_class(device_class: str) -> bool:
    """Whether a device of this class is a GPU."""
    first = device_class.partition(".")[0]
    return first in ("gpu", "mig") or first.endswith("-gpu") or first.startswith("gpu-")


def counts_for_a_queue(device_class: str) -> bool:
    """Whether KAI takes a device of this class for a GPU of its queue.

    Source: kai-scheduler/KAI-Scheduler pkg/common/resources/dra.go@d5bc503a, IsGPUDeviceClass.
    """
    return "gpu" in device_class.lower()
