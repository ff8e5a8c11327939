"""The recipes, by id: each a chart that can be applied as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cdk8s import Chart

from recipes.llmd_gpt_oss_120b import GptOss120B
from recipes.modelplane_kimi_k2 import KimiK2
from recipes.modelplane_qwen3_coder_480b_gang import Qwen3Coder480B

RECIPES: Final[Mapping[str, type[Chart]]] = {
    "llmd-gpt-oss-120b-disaggregatedset": GptOss120B,
    "modelplane-kimi-k2": KimiK2,
    "modelplane-qwen3-coder-480b-gang": Qwen3Coder480B,
}
