"""What Kubernetes takes as a label's key and value.

Source: kubernetes/apimachinery pkg/util/validation/validation.go@v0.35.0.
"""

from __future__ import annotations

import re

_NAME = re.compile(r"[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?", re.ASCII)
_DNS_SUBDOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*", re.ASCII)


def is_qualified_name(key: str) -> bool:
    """Whether `key` may be a label's or an annotation's key: `name` or `prefix/name`."""
    prefix, slash, name = key.rpartition("/")
    if slash and not (len(prefix) <= 253 and _DNS_SUBDOMAIN.fullmatch(prefix)):
        return False
    return _NAME.fullmatch(name) is not None


def is_label_value(value: str) -> bool:
    """Whether `value` may be a label's value: at most 63 characters, or empty."""
    return value == "" or _NAME.fullmatch(value) is not None


def is_dns_subdomain(name: str) -> bool:
    """Whether `name` may name most Kubernetes objects: at most 253 characters, dots allowed."""
    return len(name) <= 253 and _DNS_SUBDOMAIN.fullmatch(name) is not None
