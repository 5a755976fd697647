"""Versions of contracts: how much a change raises them."""

from sealwax.contract.versions import numbers
from sealwax.evolution.judgement import Need


def next_minor(version: str) -> str:
    major, minor, _ = _padded(version)
    return f"{major}.{minor + 1}.0"


def raised(version: str, need: Need) -> str:
    """The first version after this one that may have a change. Below 1.0.0, a minor version may break."""
    major, minor, patch = _padded(version)
    if need is Need.MAJOR and major:
        return f"{major + 1}.0.0"
    if need is Need.MAJOR or (need is Need.MINOR and major):
        return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}"


def _padded(version: str) -> tuple[int, int, int]:
    major, minor, patch = (*numbers(version), 0, 0, 0)[:3]
    return major, minor, patch
