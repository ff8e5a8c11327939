"""Every code the library can raise, one line each; docs/errors.md is made from this file.

A code is never reused and never renamed. Ranges: 001-029 what a spec says, 030-039 edits of
live sets, 040-049 queues,
060-069 what cannot be written unchanged, 070-079 input, 080-089 bindings, 090-099 the machine.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A stable code, its name, and what it means.

    Attributes:
        code: `GRV` and three digits.
        name: Lower-case words joined by `-`.
        meaning: One or two sentences, shown in docs/errors.md.
    """

    code: str
    name: str
    meaning: str


INVALID_OPTION = Code("GRV001", "invalid-option", "An option has a value of the wrong type or out of its range.")
UNKNOWN_OPTION = Code("GRV002", "unknown-option", "An option, or a field of a spec file, does not exist.")
MISSING_LEADER = Code("GRV003", "missing-leader", "A phase has no leader clique, so a copy of it has no rank 0.")
DUPLICATE_CLIQUE = Code("GRV004", "duplicate-clique", "A phase has two leader cliques or two worker cliques.")
NO_PHASES = Code("GRV005", "no-phases", "A replica has no phase, so there is nothing to place.")
MIN_COPIES = Code("GRV006", "min-copies-above-copies", "A phase asks for more copies in its gang than it has copies.")
INVALID_NAME = Code("GRV007", "invalid-name", "A name is not one Kubernetes takes for what would be made from it.")
NAME_BUDGET = Code(
    "GRV008",
    "name-budget",
    "The names of set, scaling group and clique together are longer than Grove's webhook takes (45 characters).",
)
DERIVED_NAME = Code(
    "GRV009",
    "derived-name-too-long",
    "A name that Grove derives (clique, hostname, service, gang) is longer than Kubernetes takes.",
)
DUPLICATE_NAME = Code(
    "GRV010",
    "duplicate-name",
    "Two phases, cliques or objects have the same name, so one would take the other's place.",
)
UNKNOWN_PHASE = Code("GRV011", "unknown-phase", "The phase cannot be told from the id, and none was given.")
CLIQUE_SUFFIX = Code(
    "GRV012",
    "clique-name-suffix",
    "A clique's name is a suffix of another clique's full name, so Grove would give one the other's pod template.",
)
MISSING_QUEUE = Code(
    "GRV013", "missing-queue", "No KAI queue is given; Grove's webhook refuses such a set for kai-scheduler."
)
RESERVED_ENV = Code("GRV014", "reserved-env", "A container sets a variable that the library or Grove's operator sets.")
RANK_NEEDS_COMMAND = Code(
    "GRV015",
    "rank-needs-command",
    "A worker uses its rank in args, the rank needs a shell on this Grove, and the container has no command.",
)
RANK_UNREACHABLE = Code(
    "GRV016",
    "rank-out-of-reach",
    "The rank is used where neither the kubelet nor the launcher can put it on this Grove.",
)
POD_FIELD = Code(
    "GRV017",
    "pod-field-taken",
    "A pod sets a field that the library or Grove decides (schedulerName and the like).",
)
TARGET = Code(
    "GRV018",
    "target-unsupported",
    "The chosen Grove or KAI version cannot do what is asked, or is not known.",
)
MISPLACED = Code("GRV019", "misplaced-construct", "A construct stands under a parent it does not belong to.")
OVERRIDE = Code("GRV020", "override-does-not-apply", "An override's path leads nowhere in the manifest.")
PATCH = Code("GRV021", "patch-does-not-apply", "A JSON patch given to the API object does not apply to it.")
INVALID_POD = Code("GRV022", "invalid-pod", "A pod spec has a field or a value the API server refuses.")
LAYOUT = Code(
    "GRV023", "layout-cannot", "The chosen layout has no place for what an option asks for; the other one may."
)
RATIO_HELD = Code(
    "GRV024",
    "ratio-held",
    "An autoscaler would move a phase or a unit that its gang holds at a ratio, or below a floor.",
)
IMMUTABLE = Code("GRV031", "immutable-field", "An edit of a live set changes a field Grove lets nobody change.")
QUEUE_NAME = Code("GRV040", "queue-name", "A queue and its parent need two different valid names.")
QUEUE_AMOUNT = Code(
    "GRV041", "queue-amount", "A queue's amount is negative, not finite, above its limit, or more than its parent has."
)
QUEUE_LEAF = Code(
    "GRV042", "not-a-leaf-queue", "What is asked of a queue tree is no leaf of it; KAI schedules from leaf queues only."
)
CHANGED_STRING = Code(
    "GRV060", "string-changes", "A string would be read as something else from the YAML that cdk8s writes."
)
CHANGED_NUMBER = Code("GRV061", "number-changes", "A number is not finite, or too large to arrive unchanged.")
CHANGED_KEY = Code("GRV062", "key-changes", "A mapping's key is not a string, or would not arrive unchanged.")
CHANGED_VALUE = Code("GRV063", "value-changes", "A value is null or of a type that does not exist in a manifest.")
UNREADABLE = Code("GRV070", "unreadable-input", "A file, folder, URL or stream cannot be opened or decoded.")
NOT_YAML = Code("GRV071", "not-yaml", "The text is not YAML or JSON.")
DUPLICATE_KEY = Code("GRV072", "duplicate-key", "A mapping holds one key twice; one of the values would be lost.")
WRONG_DOCUMENT = Code("GRV073", "wrong-document", "A document is not of the kind the command needs.")
OUTPUT_EXISTS = Code(
    "GRV074",
    "output-exists",
    "The output is there already, or is a folder that holds something not made by the command.",
)
UNWRITABLE = Code("GRV075", "unwritable-output", "The output cannot be written.")
NOT_A_SET = Code(
    "GRV076", "unreadable-set", "A field of a PodCliqueSet, or of what it refers to, is missing or of the wrong type."
)
TOO_MANY_PODS = Code("GRV077", "too-many-pods", "A set asks for more pods than any cluster can run.")
NO_CRD = Code("GRV080", "no-crd", "The input holds no CustomResourceDefinition.")
BAD_CRD = Code("GRV081", "unsupported-schema", "A CRD's schema uses something outside Kubernetes' structural subset.")
CLUSTER = Code("GRV082", "cluster-unreachable", "The cluster of the current kubeconfig could not be asked.")
SUPPRESSION = Code("GRV091", "suppression", "A suppression of a check has no reason, or suppresses nothing.")
NO_NODE = Code("GRV090", "no-node", "No node that can run jsii was found.")

CODES: tuple[Code, ...] = tuple(
    sorted((value for value in list(globals().values()) if isinstance(value, Code)), key=lambda c: c.code)
)
