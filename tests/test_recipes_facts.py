"""What the recipes are for: one set, one gang a unit, and everything the set needs in the same folder."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cdk8s import App

from cdk8s_grove.core.plan import plan_manifests
from cdk8s_grove.core.serial import dump, load
from cdk8s_grove_crds import PodCliqueSet
from recipes import RECIPES

ROOT = Path(__file__).parents[1]


def synthesized(recipe: str, folder: Path) -> list[dict[str, Any]]:
    app = App(outdir=str(folder))
    RECIPES[recipe](app, recipe)
    app.synth()
    text = (folder / f"{recipe}.k8s.yaml").read_text()
    documents = [document.value for document in load(text, source=recipe)]
    assert [document.value for document in load(dump(documents), source=recipe)] == documents
    return documents


def the_set(documents: list[dict[str, Any]]) -> dict[str, Any]:
    (only,) = [document for document in documents if document["kind"] == "PodCliqueSet"]
    assert PodCliqueSet.model_validate(only).to_dict() == only
    return only


def gpus(documents: list[dict[str, Any]]) -> int:
    """GPUs of one unit, through the claim templates."""
    claims = {
        document["metadata"]["name"]: sum(
            request["exactly"]["count"]
            for request in document["spec"]["spec"]["devices"]["requests"]
            if request["exactly"]["deviceClassName"] == "gpu.nvidia.com"
        )
        for document in documents
        if document["kind"] == "ResourceClaimTemplate"
    }
    template = the_set(documents)["spec"]["template"]
    copies = {name: group["replicas"] for group in template["podCliqueScalingGroups"] for name in group["cliqueNames"]}
    return sum(
        copies[clique["name"]] * clique["spec"]["replicas"] * claims[claim["resourceClaimTemplateName"]]
        for clique in template["cliques"]
        for claim in clique["spec"]["podSpec"]["resourceClaims"]
    )


def test_kimi_k2(tmp_path: Path) -> None:
    documents = synthesized("modelplane-kimi-k2", tmp_path)
    template = the_set(documents)["spec"]["template"]
    assert sorted(document["kind"] for document in documents) == [
        "PersistentVolumeClaim", "PodCliqueSet", "Queue", "Queue", "ResourceClaimTemplate", "ResourceClaimTemplate",
    ]  # fmt: skip
    assert [group["cliqueNames"] for group in template["podCliqueScalingGroups"]] == [["p-leader"], ["d-leader"]]
    assert gpus(documents) == 16
    addresses = {}
    for clique in template["cliques"]:
        assert clique["spec"]["podSpec"]["schedulerName"] == "kai-scheduler"
        assert clique["labels"]["kai.scheduler/queue"] == "kimi-k2"
        env = clique["spec"]["podSpec"]["containers"][0]["env"]
        (addresses[clique["name"]],) = (e["value"] for e in env if e["name"] == "MODELPLANE_LEADER_ADDRESS")
    assert the_set(documents)["metadata"]["labels"]["kai.scheduler/queue"] == "kimi-k2"
    assert addresses == {
        name: f"$(GROVE_PCSG_NAME)-$(GROVE_PCSG_INDEX)-{name}-0.$(GROVE_HEADLESS_SERVICE)"
        for name in ("p-leader", "d-leader")
    }
    ports = [
        [c["ports"][0]["containerPort"] for c in clique["spec"]["podSpec"]["containers"]]
        for clique in template["cliques"]
    ]
    assert ports == [[8000], [8001, 8000]], "the decode engine stands behind the sidecar"


def test_qwen3_coder(tmp_path: Path) -> None:
    documents = synthesized("modelplane-qwen3-coder-480b-gang", tmp_path)
    template = the_set(documents)["spec"]["template"]
    assert [
        (g["name"], g["replicas"], g["minAvailable"], len(g["cliqueNames"])) for g in template["podCliqueScalingGroups"]
    ] == [
        ("prefill", 1, 1, 2),
        ("decode", 3, 3, 2),
    ]
    assert gpus(documents) == 64
    for clique in template["cliques"]:
        engine = clique["spec"]["podSpec"]["containers"][0]
        rank = next(entry["value"] for entry in engine["env"] if entry["name"] == "MODELPLANE_RANK")
        assert rank == ("1" if clique["name"].endswith("worker") else "0")
        assert ("--headless" in engine["command"]) == clique["name"].endswith("worker")
        assert "--node-rank=$(MODELPLANE_RANK)" in engine["command"]


def test_gpt_oss(tmp_path: Path) -> None:
    (plan,) = plan_manifests(synthesized("llmd-gpt-oss-120b-disaggregatedset", tmp_path)).sets
    assert (plan.totals.units, plan.totals.gpus, plan.totals.gpus_at_once) == (2, 16, 8)
    assert [(a.name, a.pods, a.gpus) for a in plan.totals.per_phase] == [("prefill", 4, 4), ("decode", 1, 4)]
    ports = {pod.phase: pod.init_containers for pod in plan.pods}
    assert ports == {"prefill": (), "decode": ("routing-proxy",)}


@pytest.mark.parametrize("recipe", list(RECIPES))
def test_everything_a_pod_names_is_in_the_folder(recipe: str, tmp_path: Path) -> None:
    documents = synthesized(recipe, tmp_path)
    there = {(document["kind"], document["metadata"]["name"]) for document in documents}
    for clique in the_set(documents)["spec"]["template"]["cliques"]:
        pod = clique["spec"]["podSpec"]
        assert ("Queue", clique["labels"]["kai.scheduler/queue"]) in there
        for claim in pod.get("resourceClaims", ()):
            assert ("ResourceClaimTemplate", claim["resourceClaimTemplateName"]) in there
        for volume in pod["volumes"]:
            if "persistentVolumeClaim" in volume:
                assert ("PersistentVolumeClaim", volume["persistentVolumeClaim"]["claimName"]) in there
    parents = {document["spec"].get("parentQueue") for document in documents if document["kind"] == "Queue"}
    assert parents - {None} <= {name for kind, name in there if kind == "Queue"}


@pytest.mark.parametrize("per", ["chart", "resource"])
def test_the_same_bytes_under_another_hash_seed(per: str, tmp_path: Path) -> None:
    folders = []
    for seed in ("1", "2"):
        folders.append(tmp_path / seed)
        env = {**os.environ, "PYTHONHASHSEED": seed, "CDK8S_OUTDIR": str(folders[-1]), "FILE_PER": per}
        subprocess.run([sys.executable, "-m", "cdk8s_grove", "run", "apps/main.py"], cwd=ROOT, env=env, check=True)
    first, second = ({p.relative_to(f): p.read_bytes() for p in f.rglob("*.yaml")} for f in folders)
    assert first == second
    names = {str(path) for path in first}
    if per == "chart":
        assert names == {f"{recipe}.k8s.yaml" for recipe in RECIPES}
    else:
        assert "modelplane-kimi-k2/PodCliqueSet.kimi-k2-pd.k8s.yaml" in names
        assert len(names) == 17
