"""Versions of contracts: three numbers, such as 1.4.0, and how much a change raises them."""

import re
from enum import IntEnum

VERSION = re.compile(r"(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})")


class Need(IntEnum):
    """The part of a version that a change raises."""

    PATCH = 0
    MINOR = 1
    MAJOR = 2


def numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, which compare in the order of releases."""
    return tuple(map(int, version.split(".")))


def next_minor(version: str) -> str:
    major, minor, _ = _padded(version)
    return f"{major}.{minor + 1}.0"


def raised(version: str, need: Need) -> str:
    """The first version after this one that may have a change. Below 1.0.0, a minor version may break."""
    major, minor, patch = _padded(version)
    if need is Need.MAJOR and major:
        return f"{major + 1}.0.0"
    if need is Need.MAJOR or (need is Need.MINOR and major):
        return next_minor(version)
    return f"{major}.{minor}.{patch + 1}"


def _padded(version: str) -> tuple[int, int, int]:
    major, minor, patch = (*numbers(version), 0, 0, 0)[:3]
    return major, minor, patch
