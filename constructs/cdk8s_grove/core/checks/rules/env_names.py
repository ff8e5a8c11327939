"""Names of variables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cdk8s_grove.core.checks.context import SetView
from cdk8s_grove.core.checks.registry import Problem, set_rule
from cdk8s_grove.core.diagnostics import Severity

_NAME: Final = re.compile(r"[-._a-zA-Z][-._a-zA-Z0-9]*", re.ASCII)


@set_rule("GRV114", "env-names", Severity.ERROR)
def env_names(view: SetView) -> Iterator[Problem]:
    """A variable has a name Grove does not take.

    Kubernetes 1.34 takes any printable ASCII without `=`; Grove's webhook still asks for letters, digits, `_`, `-` and
    `.`, no digit first, and not two dots first.

    Example: `name: 1st`, or `name: ""`.

    Fix: letters, digits and `_`.

    Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go@fcc3b3bb;
    kubernetes/apimachinery pkg/util/validation/validation.go@v0.35.0, IsEnvVarName.
    """
    for clique in view.source.cliques:
        for container in (*clique.pod.init_containers, *clique.pod.containers):
            for index, (name, _) in enumerate(container.env):
                if not _NAME.fullmatch(name) or name == "." or name.startswith(".."):
                    path = f"{container.path}.env[{index}].name"
                    yield Problem(path, f"{name!r} is no name of a variable", "use letters, digits and '_'", found=name)
