"""Whether a builder fills every required field of its outcome, and whatever a code can make a must."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from sealwax.contract import model as m
from sealwax.contract.resolving.scope import Scope
from sealwax.contract.resolving.types import is_always_object
from sealwax.contract.source import Node, key, width_of
from sealwax.diagnostics import Code
from sealwax.meaning.builders.demands import ConditionalField, conditionals, whole_objects
from sealwax.meaning.builders.plan import plan, singles
from sealwax.meaning.builders.sources import Path, must_be_given

PROVIDED = "the field `{}` is required: write `level: should` there, or remove `provided` and always pass the argument"


class _Sources(Struct, frozen=True):
    """What fills the fields of a builder's outcome."""

    parameters: tuple[m.Parameter, ...]
    filled: dict[Path, m.Parameter | None]
    """The paths that always have a value, with the argument for it."""
    reached: set[Path]
    """The objects that something is written into."""

    def writes(self, path: Path, above: Path) -> bool:
        """Whether the field at `path` has a value whenever the optional object `above` is made."""
        if path in self.filled:
            return True
        written = [{each.path, *(other.path for other in each.sets)} for each in self.parameters]
        makers = [paths for paths in written if any(each[: len(above)] == above for each in paths)]
        return bool(above) and all(path in paths for paths in makers)


def check_all_filled(builder: m.Builder, node: Node, scope: Scope) -> None:
    """Report required fields without a value."""
    parameters, fields, clock = builder.parameters, builder.outcome.fields, builder.clock or m.Clock()
    written = {clock.now, clock.elapsed} - {()}
    filled: dict[Path, m.Parameter | None] = dict.fromkeys(written)
    filled |= dict.fromkeys(other.path for each in parameters if must_be_given(each) for other in each.sets)
    filled |= {p.path: p for p in parameters if p.level is m.Level.MUST or not isinstance(p.default, m.Absent)}
    codes = {path: code for path, code, _ in numbered(fields)}
    filled |= dict.fromkeys(path for path, code, is_total in numbered(fields) if is_total and code in filled)
    following = {place.path: place for place in singles(plan(builder)) if place.followed}
    # Without a parameter, nobody could give what the catalogue does not say.
    given = {parameter.path for parameter in parameters}
    filled |= dict.fromkeys(path for path, place in following.items() if path in given or not place.is_demanded)
    sources = _Sources(parameters, filled, objects_reached(parameters) | objects_around(written))
    for path in _unfilled(fields, (), sources, ()):
        message = f"nothing fills the required field '{'.'.join(path)}'"
        hint = f"add a parameter with `into: {'.'.join(path)}` and `level: must`, or a default"
        if not any(each[:1] == path[:1] for each in (*written, *(each.path for each in parameters))):
            other = next(each.value for each in m.OutcomeName if each is not builder.outcome.outcome)
            hint += f"; if only a {other} has '{path[0]}', write `only: {other}` there"
        if whole := next((each.name for each in parameters if each.merged and each.path == path[:1] != path), None):
            hint = f"write `level: must` for the parameter '{whole}', or {hint}"
        if any(each.provided and each.path == path for each in parameters):
            hint = PROVIDED.format(".".join(path))
        if path in codes:
            where = ".".join(codes[path])
            hint = f"give every code a number and '{where}' a parameter with `level: must`, or add a default"
        if path in following:
            hint = f"add a parameter with `into: {'.'.join(path)}`, for codes that the catalogue does not list"
        scope.error(Code.BAD_PARAMETER, key(node, "parameters"), message, hint)


def _unfilled(fields: tuple[m.Field, ...], above: Path, sources: _Sources, optional: Path) -> Iterator[Path]:
    """The paths of required fields that have no default, no constant and no required argument.

    `optional` is the innermost object around the fields that exists only if an argument makes it.
    """
    needed = (field.name for field in fields if field.required and field.default is m.ABSENT)
    empty = {name for name in needed if not sources.writes((*above, name), optional)}
    for field in (each for each in fields if each.follows not in empty):
        path, has_value = (*above, field.name), field.name not in empty
        if not has_value and not is_always_object(field.type):
            yield path
        elif not has_value or (path in sources.reached and not _is_complete(field, sources.filled.get(path))):
            is_optional = not field.required or isinstance(field.type, m.Nullable)
            yield from _unfilled(m.fields_of(field.type), path, sources, path if is_optional else optional)


def _is_complete(field: m.Field, whole: m.Parameter | None) -> bool:
    """Whether an object already has all required fields when arguments fill some of them."""
    if whole is not None and not isinstance(field.type, m.Nullable):
        return True
    return isinstance(field.default, dict) and field.required


def check_conditional(builder: m.Builder, node: Node, scope: Scope) -> None:
    """Report fields that an error code can make a must, although nothing fills them; note those of other arguments."""
    given = {path for each in builder.parameters for path in (each.path, *(other.path for other in each.sets))}
    wholes, owner = {*whole_objects(builder)}, key(node, "parameters")
    for each in conditionals(builder):
        path, tests = each.path, each.field.conditional.condition if each.field.conditional is not None else ()
        is_filled = path in given or any(path[:end] in wholes for end in range(1, len(path)))
        if not is_filled and all(_can_hold(test, each, given) for test in tests) and not scope.is_inherited(node):
            message = f"'{'.'.join(path)}' can become required, but nothing fills it"
            hint = f"add a parameter with `into: {'.'.join(path)}`"
            if all(_is_code(each.sibling(test.key)) for test in tests):
                scope.error(Code.BAD_PARAMETER, owner, message, hint)
            else:
                scope.report.note(Code.BAD_PARAMETER, owner.position, message, hint, width_of(owner))


def _is_code(field: m.Field | None) -> bool:
    enum = m.enum_of(m.bare(field.type)) if field is not None else None
    return enum is not None and enum.catalogue in (m.Catalogue.ERROR_CODES, m.Catalogue.ERROR_TYPES)


def _can_hold(test: m.Test, conditional: ConditionalField, given: set[Path]) -> bool:
    """Whether a sibling can have what a condition asks for: from an argument, from a code, or by default."""
    sibling = conditional.sibling(test.key)
    if sibling is None or (*conditional.path[:-1], test.key) in given or sibling.follows:
        return sibling is not None
    is_there = sibling.required and sibling.default is not m.ABSENT
    return is_there and (sibling.default in test.values if isinstance(test, m.HasValue) else test.expected)


def numbered(fields: tuple[m.Field, ...], above: Path = ()) -> Iterator[tuple[Path, Path, bool]]:
    """For each field with `number_of`: its path, the path of the code, and whether every code has a number."""
    for field in fields:
        path = (*above, field.name)
        if field.number_of is not None:
            yield path, (*above, *field.number_of.path), field.number_of.is_total
        yield from numbered(m.fields_of(field.type), path)


def objects_reached(parameters: tuple[m.Parameter, ...]) -> set[Path]:
    """The objects that contain a field which an argument fills."""
    return objects_around(path for each in parameters for path in (each.path, *(other.path for other in each.sets)))


def objects_around(paths: Iterable[Path]) -> set[Path]:
    return {path[:end] for path in paths for end in range(1, len(path))}
