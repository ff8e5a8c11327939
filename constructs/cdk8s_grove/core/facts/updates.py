"""What Grove does with the edit of a live set, field by field.

Source: ai-dynamo/grove operator/internal/webhook/admission/pcs/validation/podcliqueset.go and topologyconstraints.go,
internal/mnnvl/webhook.go, internal/controller/common/component/utils/podclique.go,
internal/controller/podcliquescalinggroup/components/podclique and internal/controller/podcliqueset/components
@fcc3b3bb; the same since v0.1.0-alpha.8. Seen on the real operator too.
"""

from __future__ import annotations

from typing import Final

from cdk8s_grove.core.facts.versions import version_key

IMMUTABLE_SET: Final = frozenset(
    {"cliqueStartupType", "topologyConstraint", "resourceClaimTemplates", "resourceSharing"}
)
"""Fields of `spec.template`."""

IMMUTABLE_GROUP: Final = frozenset({"cliqueNames", "minAvailable", "resourceSharing", "topologyConstraint"})
"""Fields of a scaling group; its name is what it is known by, and none may come or go."""

IMMUTABLE_CLIQUE: Final = frozenset({"resourceSharing", "topologyConstraint"})
"""Fields of a clique; its name likewise."""

IMMUTABLE_CLIQUE_SPEC: Final = frozenset({"roleName", "minAvailable", "startsAfter"})
"""Fields of a clique's spec; and the scheduler of its pods."""

ORDERED_STARTUP: Final = frozenset({"CliqueStartupTypeInOrder", "CliqueStartupTypeExplicit"})
"""Where the cliques' order may not change."""

ON_DELETE: Final = "OnDelete"
"""The update strategy under which pods keep what they have until somebody deletes them."""

RECREATED_UNDER_ITS_NAME: Final = version_key("v0.1.0-alpha.13")
"""Before, a set made anew under a name just deleted may never get its pods.

Source: seen on v0.1.0-alpha.11; ai-dynamo/grove#782, mended at fcc3b3bb.
"""
