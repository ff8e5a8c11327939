"""Secrets in plain sight."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan.environment import is_secret


@set_rule("GRV313", "secret-in-env", Severity.WARNING)
def secret_in_env(view: SetView) -> Iterator[Problem]:
    """A variable named like a secret has its value in the manifest.

    Everybody who can read the set, its pods or the repository can read it.

    Example: `HF_TOKEN: hf_...` as a value.

    Fix: put the value into a Secret and refer to it: `valueFrom: {secretKeyRef: {name: hf, key: token}}`.

    Source: kubernetes/website content/en/docs/concepts/configuration/secret.md.
    """
    for clique in view.source.cliques:
        for container in (*clique.pod.init_containers, *clique.pod.containers):
            for index, (name, value) in enumerate(container.env):
                if isinstance(value, str) and value and "$(" not in value and is_secret(name):
                    path = f"{container.path}.env[{index}].value"
                    message = f"the value of {name} stands in the manifest"
                    yield Problem(path, message, "take it from a Secret: valueFrom.secretKeyRef")
