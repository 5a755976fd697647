"""Versions of contracts: three numbers, such as 1.4.0."""


def numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, which compare in the order of releases."""
    return tuple(map(int, version.split(".")))
