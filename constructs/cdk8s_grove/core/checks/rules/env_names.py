"""Names of variables."""

from __future__ import annotations

from collections.abc import Iterator

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity
from cdk8s_grove.core.plan.pod_problems import ENV_NAME


@set_rule("GRV114", "env-names", Severity.ERROR)
def env_names(view: SetView) -> Iterator[Problem]:
    """A variable has a name Kubernetes does not take.

    Since Kubernetes 1.34 a name is printable ASCII without `=`; Grove's webhook asks for it too.

    Example: `name: ""`.

    Fix: letters, digits and `_`.

    Source: kubernetes/apimachinery pkg/util/validation/validation.go@v0.35.0, IsEnvVarName.
    """
    for clique in view.source.cliques:
        for container in (*clique.pod.init_containers, *clique.pod.containers):
            for index, (name, _) in enumerate(container.env):
                if not ENV_NAME.fullmatch(name):
                    path = f"{container.path}.env[{index}].name"
                    yield Problem(path, f"{name!r} is no name of a variable", "use letters, digits and '_'", found=name)
