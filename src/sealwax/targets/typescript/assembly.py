"""How a builder puts an envelope together: what it checks first, then the object that it returns."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from sealwax.contract.model import (
    ABSENT,
    Absent,
    AnyObject,
    Builder,
    Constant,
    Enum,
    Field,
    Json,
    Level,
    MapOf,
    Nullable,
    Parameter,
    Payload,
    Record,
    Reference,
    String,
    Text,
    Type,
)
from sealwax.frozen import frozen
from sealwax.languages.typescript import function_name, literal, property_key, string
from sealwax.naming import camel, plural
from sealwax.rendering import Finished
from sealwax.targets.typescript.catalogue import classification_key
from sealwax.targets.typescript.expressions import Call, Code, Expression, Literal, Spread, Unchecked, laid_out

OPTIONS = "options"
HELPERS = frozenset({"agree", "given", "isGiven", "own"})

# Every object seems to have these, so that reading one of them finds something that nobody gave.
INHERITED = frozenset(
    "__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ constructor hasOwnProperty isPrototypeOf"
    " propertyIsEnumerable toLocaleString toString valueOf".split()
)

Path: TypeAlias = tuple[str, ...]


@frozen
class Assembly:
    """The body of a builder."""

    checks: tuple[Finished, ...]
    locals: tuple[Finished, ...]
    result: Finished
    helpers: frozenset[str]
    tables: frozenset[str]


@frozen
class _Value:
    """What stands at a key. An uncertain value may turn out to be undefined or empty, and is left out then."""

    expression: Expression
    certain: bool


def option_key(parameter: Parameter) -> str:
    name = camel(parameter.name)
    return f"{name}_" if name in INHERITED else name


def builder_name(builder: Builder) -> Finished:
    name = function_name(builder.name)
    return Finished(_apart(name, HELPERS))


def positional_name(builder: Builder) -> str:
    """The name of the first parameter, such that it hides nothing that the body uses."""
    return _apart(function_name(builder.parameters[0].name), HELPERS | {OPTIONS})


def assemble(builder: Builder) -> Assembly:
    assembler = _Assembler(builder)
    fields = builder.outcome.fields
    plain = assembler.object(fields, (), certain=True)
    result = Unchecked(plain) if _hides_inherited(fields) else plain
    return Assembly(
        checks=tuple(assembler.checks),
        locals=tuple(assembler.locals),
        result=laid_out(result, 2),
        helpers=frozenset(assembler.helpers),
        tables=frozenset(assembler.tables),
    )


class _Assembler:
    """Walks the fields of an outcome and asks of each what fills it."""

    def __init__(self, builder: Builder) -> None:
        self.checks: list[Finished] = []
        self.locals: list[Finished] = []
        self.helpers: set[str] = set()
        self.tables: set[str] = set()
        self.parameters = {parameter.path: parameter for parameter in builder.parameters}
        self.reads = {parameter.name: f"{OPTIONS}.{option_key(parameter)}" for parameter in builder.parameters}
        if builder.parameters:
            self.reads[builder.parameters[0].name] = positional_name(builder)
        self.setters: dict[Path, list[tuple[Parameter, Json]]] = {}
        for parameter in builder.parameters:
            for assignment in parameter.sets:
                self.setters.setdefault(assignment.path, []).append((parameter, assignment.value))
        self.inner = {path[:end] for path in (*self.parameters, *self.setters) for end in range(1, len(path))}
        """Paths of objects that parameters reach into."""
        self.names = HELPERS | {OPTIONS, *self.reads.values()}
        self.known: dict[Path, str] = {}
        """The local that holds the value at a path."""

    # -- objects ------------------------------------------------------------------------------------------------------

    def object(self, fields: tuple[Field, ...], path: Path, *, certain: bool, base: Json | Absent = ABSENT) -> Literal:
        """What is always there, then what was given, then what the caller merges in, so that its keys win."""
        merged = self.parameters.get(path)
        self._look_up(fields, path, merged)
        values = {each.name: self.value(each, path, fields, certain) for each in fields}
        always = [(key, value.expression) for key, value in values.items() if value and value.certain]
        perhaps = [(key, value.expression) for key, value in values.items() if value and not value.certain]
        filled = [(key, Code(literal(value))) for key, value in _pairs(base) if key not in dict(always)]
        given = [Spread(self.given(perhaps))] if perhaps else []
        extra = [Spread(Code(self.reads[merged.name]))] if merged else []
        return Literal((*always, *filled, *given, *extra))

    def given(self, entries: list[tuple[str, Expression]]) -> Call:
        self.helpers |= {"given", "isGiven"}
        return Call("given", Literal(tuple(entries)))

    def value(self, each: Field, above: Path, fields: tuple[Field, ...], certain: bool) -> _Value | None:
        path = (*above, each.name)
        if isinstance(each.type, Constant):
            self.check(each.type, path)
            return self.constant(each.type, path, certain) if each.required else self.leaf(each, path, fields)
        if _is_object(each.type) and (path in self.inner or len(path) == 1 or (each.required and certain)):
            return self.inner_object(each, path)
        return self.leaf(each, path, fields)

    def check(self, kind: Constant, path: Path) -> None:
        """What the caller merges in must not contradict the contract."""
        merged = self.parameters.get(path[:-1])
        if merged:
            self.helpers.add("agree")
            arguments = (string(".".join(path)), self.reads[merged.name], string(path[-1]), literal(kind.value))
            self.checks.append(Finished(f"agree({', '.join(arguments)});"))

    def constant(self, kind: Constant, path: Path, certain: bool) -> _Value:
        if certain:
            return _Value(Code(literal(kind.value)), True)
        # The object is there only when one of the arguments that reach into it is.
        below = [parameter for parameter in self.parameters.values() if parameter.path[: len(path) - 1] == path[:-1]]
        wanted = " || ".join(self.is_given(parameter) for parameter in below)
        return _Value(Code(f"{wanted} ? {literal(kind.value)} : undefined"), False)

    def inner_object(self, each: Field, path: Path) -> _Value | None:
        parameter = self.parameters.get(path)
        if not each.required and path not in self.inner and parameter is None:
            return None
        record = _record(each.type)
        base = parameter.default if parameter and parameter.default is not ABSENT else each.default
        certain = each.required or (parameter is not None and parameter.level is Level.MUST)
        value = self.object(record.fields if record else (), path, certain=certain, base=base)
        return _Value(value if certain and _provable(each.type) else Unchecked(value), certain)

    # -- single values ------------------------------------------------------------------------------------------------

    def leaf(self, each: Field, path: Path, fields: tuple[Field, ...]) -> _Value | None:
        """The argument for this field, or else what the contract puts in its place."""
        if path in self.known:
            return _Value(Code(self.known[path]), self.is_certain(each, path))
        code = self.choice(each, path, fields)
        return _Value(Code(code), self.is_certain(each, path)) if code else None

    def is_certain(self, each: Field, path: Path) -> bool:
        parameter = self.parameters.get(path)
        if parameter and (parameter.level is Level.MUST or parameter.default is not ABSENT):
            return True
        return each.required and each.default is not ABSENT

    def choice(self, each: Field, path: Path, fields: tuple[Field, ...]) -> str:
        parameter = self.parameters.get(path)
        if parameter and parameter.level is Level.MUST:
            return self.reads[parameter.name]
        fallbacks = [*self.followed(each, path, fields), *self.assigned(path), *_default(each, parameter)]
        if parameter is None:
            return _first_of(fallbacks, "??")
        read = self.reads[parameter.name]
        if not fallbacks:
            return read
        if _is_text(each.type):
            return _first_of([read, *fallbacks], "||")
        self.helpers.add("isGiven")
        return f"isGiven({read}) ? {read} : {_first_of(fallbacks, '??')}"

    def assigned(self, path: Path) -> Iterator[str]:
        for parameter, value in self.setters.get(path, ()):
            yield f"({self.is_given(parameter)} ? {literal(value)} : undefined)"

    def is_given(self, parameter: Parameter) -> str:
        if parameter.level is Level.MUST:
            return "true"
        self.helpers.add("isGiven")
        return f"isGiven({self.reads[parameter.name]})"

    # -- values that follow a code ------------------------------------------------------------------------------------

    def _look_up(self, fields: tuple[Field, ...], above: Path, merged: Parameter | None) -> None:
        """Puts each code that another field follows into a local, because it is used twice."""
        by_name = {each.name: each for each in fields}
        for name in {each.follows: None for each in fields if each.follows and (*above, each.name) in self.parameters}:
            path = (*above, name)
            own = self.leaf(by_name[name], path, fields)
            sources = [self.member(self.reads[merged.name], name)] if merged else []
            if own and isinstance(own.expression, Code):
                text = own.expression.text
                sources.append(f"({text})" if sources and " " in text else text)
            if sources:
                local = _apart(function_name(name), self.names)
                self.names |= {local}
                self.known[path] = local
                self.locals.append(Finished(f"const {local} = {' ?? '.join(sources)};"))

    def member(self, record: str, key: str) -> str:
        if key in INHERITED:
            self.helpers.add("own")
            return f"own({record}, {string(key)})"
        spelt = property_key(key)
        return f"{record}?.{spelt}" if spelt == key else f"{record}?.[{spelt}]"

    def followed(self, each: Field, path: Path, fields: tuple[Field, ...]) -> Iterator[str]:
        local = self.known.get((*path[:-1], each.follows))
        code = next((other for other in fields if other.name == each.follows), None)
        enum = _enum(code.type) if code else None
        if local is None or code is None or enum is None or path not in self.parameters:
            return
        self.tables.add(plural(enum.name))
        found = f"{plural(enum.name)}[{local}]?.{classification_key(enum)}"
        yield found if self.is_certain(code, (*path[:-1], code.name)) else f"({local} ? {found} : undefined)"


def _pairs(value: Json | Absent) -> Iterator[tuple[str, Json]]:
    if isinstance(value, dict):
        yield from value.items()


def _default(each: Field, parameter: Parameter | None) -> Iterator[str]:
    value = parameter.default if parameter else ABSENT
    if value is ABSENT and each.required:
        value = each.default
    if not isinstance(value, Absent):
        yield literal(value)


def _first_of(alternatives: list[str], operator: str) -> str:
    if len(alternatives) == 1:
        return alternatives[0].removeprefix("(").removesuffix(")") if alternatives[0][:1] == "(" else alternatives[0]
    return f" {operator} ".join(alternatives)


def _apart(name: str, taken: Iterable[str]) -> str:
    return f"{name}_" if name in taken else name


# -- what a type is to a builder --------------------------------------------------------------------------------------


def _bare(kind: Type) -> Type:
    return kind.inner if isinstance(kind, Nullable) else kind


def _record(kind: Type) -> Record | None:
    bare = _bare(kind)
    return bare.target if isinstance(bare, Reference) and isinstance(bare.target, Record) else None


def _enum(kind: Type) -> Enum | None:
    bare = _bare(kind)
    return bare.target if isinstance(bare, Reference) and isinstance(bare.target, Enum) else None


def _is_object(kind: Type) -> bool:
    return isinstance(_bare(kind), AnyObject | Payload | MapOf) or _record(kind) is not None


def _is_text(kind: Type) -> bool:
    bare = _bare(kind)
    return isinstance(bare, String) or (isinstance(bare, Reference) and isinstance(bare.target, Enum | Text))


def _provable(kind: Type) -> bool:
    """A payload has any type."""
    record = _record(kind)
    return not isinstance(_bare(kind), Payload) and not (record and _hides_inherited(record.fields))


def _hides_inherited(fields: tuple[Field, ...]) -> bool:
    """The type checker finds inherited keys in objects that leave such a field out, and takes them for wrong values."""
    return any(each.name in INHERITED for each in fields)
