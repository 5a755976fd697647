"""The check plan -> validation.py: every way a value breaks the contract, and whether it does."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from sealwax.languages.python import class_name, string
from sealwax.meaning import checks
from sealwax.meaning.checks import JsonKind
from sealwax.meaning.checks.bodies import Body, Branch, body_of, payload_of
from sealwax.meaning.checks.verdicts import errors_only
from sealwax.meaning.findings import MESSAGES, FixedMessages
from sealwax.naming import article
from sealwax.rendering import Finished
from sealwax.targets.python.checks import Slot, decides, ends, slot_of, sparse
from sealwax.targets.python.conditions import are_texts, keys_name, table_name
from sealwax.targets.python.names import FINDING, suffix

_ABOUT_FINDINGS = (
    " A value without errors is valid.\n\nThe value is taken to be decoded JSON: what is inside free values is not"
    " looked at. With `undecoded`, it is, and a value that isn't JSON yields a single finding."
)
_ABOUT_VERDICTS = " `validate` says why it is not."


class PublicType(Struct, frozen=True):
    """A type with validators of its own."""

    name: str
    suffix: Finished
    """The end of the names of its functions; empty for the envelope."""
    wire: Finished
    """The type of its valid values; empty if there is no module that declares it."""
    validate_doc: str
    is_valid_doc: str


class TypeBody(Struct, frozen=True):
    """What is checked of a named type: everything, or, for its verdict, only what makes a value invalid."""

    name: str
    is_root: bool
    """Whether it is never part of another value, so that its JSON pointer is empty."""
    check: checks.Check
    body: Body | None
    """None if it is not an object."""
    payload: str
    """The envelope of a tool: the record that it passes to the check of the general envelope."""
    slots: tuple[Slot, ...]
    """The general envelope: what the keys that differ by tool have in common, each once."""

    @property
    def is_bare(self) -> bool:
        """Whether any object passes."""
        body = self.body
        return body is not None and not (body.branches or body.other_keys or any(map(decides, body.rows)))

    @property
    def last(self) -> checks.Row | None:
        """The row that the verdict ends with, where a single condition decides on its value and on the whole object."""
        if self.body is None or self.body.other_keys or sparse(self.body):
            return None
        return next((row for row in reversed(self.body.rows) if ends(row)), None)

    @property
    def of_no_case(self) -> Branch | None:
        """What is checked of the objects of no case."""
        branches = self.body.branches if self.body is not None else ()
        return next((branch for branch in branches if not branch.is_case), None)

    @property
    def one_of_cases(self) -> tuple[Branch, ...]:
        """One of several cases that are checked alike; empty if there are none, or if they differ."""
        branches = [each for each in self.body.branches if each.is_case] if self.body is not None else []
        checked = [([*map(self._printed, each.rows)], each.other_keys and each.keys) for each in branches]
        return tuple(branches[:1]) if all(each == checked[0] for each in checked) else ()

    def _printed(self, row: checks.Row) -> checks.Row:
        """The row as it is checked: if there are no tools, a payload is like any other object."""
        return row if self.slots else replace(row, per_tool=False)

    @property
    def cases(self) -> tuple[str, ...]:
        """The owners of the keys of each branch: outcomes, and the envelope for what is neither of them."""
        cases = self.check.cases if isinstance(self.check, checks.CasesCheck) else ()
        return (*(case.type.name for case in cases), self.name)[: len(self.body.branches) if self.body else 0]

    @property
    def tag(self) -> str:
        """The key that tells all cases apart by its value; empty if there is none."""
        tests = [branch.when for branch in self.body.branches] if self.body is not None else []
        return next((test.key for test in tests if isinstance(test, checks.HasValue)), "")


class ValidationView(Struct, frozen=True):
    header: Finished
    doc: str
    envelope: str
    wire: tuple[Finished, ...]
    """The types of valid values that wire.py declares."""
    texts: tuple[Finished, ...]
    """Those that texts.py declares."""
    exports: tuple[Finished, ...]
    patterns: tuple[checks.Matches | checks.Ascending, ...]
    lists: tuple[tuple[Finished, tuple[str, ...]], ...]
    """Names, each with the strings that it stands for."""
    lookups: tuple[checks.Lookup, ...]
    types: checks.Types
    public: dict[str, PublicType]
    checks: tuple[TypeBody, ...]
    verdicts: dict[str, TypeBody]
    """By name of the type."""
    called: tuple[Finished, ...]
    """The functions of the run-time module that the module calls."""
    helpers: frozenset[str]
    """The functions that report findings, and others that only this module calls."""
    messages: FixedMessages = MESSAGES


def validation_view(
    plan: checks.Plan, header: Finished, wire: Mapping[str, Finished], generic: Collection[str] = ()
) -> ValidationView:
    """`wire` has the types of valid values, by name; none if there is no package that declares them.

    Those in `generic` differ by the payload.
    """
    guards = {**wire, **{name: Finished(f"{wire[name]}[Any]") for name in generic}}
    public = {name: _public(plan, plan.types[name], guards.get(name, Finished(""))) for name in plan.public}
    every = [node for checked in plan.types.values() for node in checks.nodes(checked.check)]
    texts = [kind for name, kind in wire.items() if plan.types[name].role is checks.Role.TEXT]
    functions = (Finished(f"{start}{each.suffix}") for each in public.values() for start in ("validate", "is_valid"))
    bodies = tuple(_bodies(plan, plan.types))
    lists = {table_name(node.name): node.values for node in every if isinstance(node, checks.Listed)}
    lists |= {name: keys for each in bodies for name, keys in _keys(each)}
    return ValidationView(
        header=header,
        doc=f"Checks of values against the contract {plan.contract}.",
        envelope=plan.envelope,
        wire=tuple(kind for kind in wire.values() if kind not in texts),
        texts=tuple(texts),
        exports=(FINDING, *functions),
        patterns=tuple(
            {node.name: node for node in every if isinstance(node, checks.Matches | checks.Ascending)}.values()
        ),
        lists=tuple(lists.items()),
        lookups=tuple({node.name: node for node in every if isinstance(node, checks.Lookup)}.values()),
        types=plan.types,
        public=public,
        checks=bodies,
        verdicts={each.name: each for each in _bodies(plan, _verdict_types(plan.types))},
        called=tuple(map(Finished, sorted(called(plan)))),
        helpers=frozenset(_helpers(bodies)),
    )


def _public(plan: checks.Plan, checked: checks.CheckedType, wire: Finished) -> PublicType:
    name, kind = checked.name, f"`{class_name(checked.name)}`"
    is_envelope = name == plan.envelope
    it = f"{kind}, a response of the tool `{checked.tool}`" if checked.tool else kind
    validate_doc = f"Return every way a value breaks the contract for {article(class_name(name))} {it}."
    is_valid_doc = f"Return whether a value is a valid {it}."
    return PublicType(
        name=name,
        suffix=Finished("") if is_envelope else suffix(name),
        wire=wire,
        validate_doc=f"{validate_doc}{_ABOUT_FINDINGS if is_envelope else ''}",
        is_valid_doc=f"{is_valid_doc}{_ABOUT_VERDICTS if is_envelope else ''}",
    )


# -- bodies -----------------------------------------------------------------------------------------------------------


def _bodies(plan: checks.Plan, types: checks.Types) -> Iterator[TypeBody]:
    """The types with functions of their own. Outcomes are part of their envelopes."""
    has_tools = any(each.role is checks.Role.TOOL_ENVELOPE for each in types.values())
    for each in types.values():
        if each.role in (checks.Role.OUTCOME, checks.Role.TOOL_OUTCOME):
            continue
        body = body_of(each.check, types) if isinstance(each.check, checks.ObjectCheck | checks.CasesCheck) else None
        slots = dict.fromkeys(slot_of(row) for row in body.every_row if row.per_tool) if body and has_tools else ()
        is_root = each.role in (checks.Role.ENVELOPE, checks.Role.TOOL_ENVELOPE)
        payload = payload_of(plan.types[each.name], plan)
        yield TypeBody(each.name, is_root, each.check, body, payload, (*slots,))


def _verdict_types(types: checks.Types) -> checks.Types:
    """The types without advice. Strings are checked where they are: a call costs more than their checks."""
    strict = {name: replace(each, check=errors_only(each.check)) for name, each in types.items()}
    return {name: replace(each, check=_with_strings(each.check, strict)) for name, each in strict.items()}


def _with_strings(node: checks.Node, types: checks.Types) -> checks.Node:
    """The node with the checks of enums and texts in place of references to them."""
    if isinstance(node, checks.TypeRef):
        named = types[node.name].check
        return named if isinstance(named, checks.StringCheck) else node
    inner = checks.nodes_in(node)
    if not inner or isinstance(node, checks.OutcomeCase):
        return node
    made = {
        name: tuple(_with_strings(each, types) for each in it) if isinstance(it, tuple) else _with_strings(it, types)
        for name, it in inner.items()
    }
    return replace(node, **made)


# -- constants --------------------------------------------------------------------------------------------------------


def _keys(each: TypeBody) -> Iterator[tuple[Finished, tuple[str, ...]]]:
    if each.body is None or each.payload:
        return
    if each.body.other_keys:
        yield keys_name(each.name), each.body.keys
    for name, branch in zip(each.cases, each.body.branches, strict=True):
        if branch.other_keys:
            yield keys_name(name), branch.keys


def raw_string(text: str) -> Finished:
    """A raw literal where that saves backslashes."""
    is_plain = "\\" in text and '"' not in text and text.isascii() and text.isprintable() and not text.endswith("\\")
    return Finished(f'r"{text}"') if is_plain else string(text)


# -- functions that the module calls ----------------------------------------------------------------------------------


def called(plan: checks.Plan) -> frozenset[str]:
    """The functions of the run-time module that validation.py calls."""
    return frozenset(_called(plan))


def _called(plan: checks.Plan) -> Iterator[str]:
    yield from ("Finding", "fault_in", "type_of")
    for node in (node for each in plan.types.values() for node in checks.nodes(each.check)):
        match node:
            case checks.NumberCheck(kind):
                yield f"is_{kind}"
            case checks.CasesCheck(cases):
                tests = [each.when for each in cases if isinstance(each.when, checks.HasValue)]
                yield from ("is_number" for test in tests if not isinstance(test.values[0], str | bool))
            case checks.ConstantCheck(value):
                yield from () if isinstance(value, str | bool) else ("is_number",)
            case checks.HasValue(_, values) if not _is_one_boolean(values):
                yield "text_at" if are_texts(values) else "is_one_of"
            case checks.Lookup(kind=kind):
                yield from ("text_at", "is_integer") if kind is JsonKind.INTEGER else ("text_at",)
            case checks.Sum():
                yield "is_other_sum"
            case checks.OtherKeys():
                yield "below"
            case checks.MapCheck(value):
                yield from () if isinstance(value, checks.AnyCheck) else ("below",)
            case checks.ForbiddenKey():
                yield "below"
            case _:
                pass


def _is_one_boolean(values: tuple[checks.Scalar, ...]) -> bool:
    return len(values) == 1 and isinstance(values[0], bool)


def _helpers(bodies: Iterable[TypeBody]) -> Iterator[str]:
    """The functions that report findings, each only if a check calls it."""
    yield "expected"
    for each in bodies:
        if each.payload:
            continue
        yield from ("any_object" for slot in each.slots if isinstance(slot, checks.KindCheck))
        nodes = checks.nodes(each.check) if each.body is None else _printed(each.body)
        for node in nodes:
            yield from _reporters(node)


def _printed(body: Body) -> Iterator[checks.Node]:
    for row in body.every_row:
        yield from checks.nodes(row)
    yield from body.tags
    yield from body.other_keys
    yield from (other for branch in body.branches for other in branch.other_keys)


def _reporters(node: checks.Node) -> Iterator[str]:
    match node:
        case checks.OtherKeys(message):
            yield "unknown_keys" if message.is_error else "undeclared"
        case checks.Row():
            if node.is_required and isinstance(node.check, checks.AnyCheck):
                yield "broken"
            if not node.is_required:
                yield from ("broken" if each.message.is_error else "should" for each in node.missing)
        case checks.ForbiddenKey():
            yield "superseded"
        case checks.Ascending():
            yield from ("ascends", "advise")
        case checks.UnknownTag():
            yield "broken"
        case checks.AtLeast() | checks.AtMost() | checks.Matches() | checks.Listed() | checks.DeprecatedValue():
            yield "broken" if node.message.is_error else "advise"
        case checks.Lookup() | checks.Sum() | checks.Expected() | checks.DeprecatedKey():
            yield "broken" if node.message.is_error else "advise"
        case _:
            pass
