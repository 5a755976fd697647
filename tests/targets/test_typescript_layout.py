"""Where the lines of generated JavaScript break, and what is spelt short."""

from sealwax.contract.model import Json
from sealwax.languages.typescript import WIDTH
from sealwax.targets.typescript.expressions import Code, Items, Literal, laid_out
from sealwax.targets.typescript.statements import Do, Each, For, If, Return
from sealwax.targets.typescript.statements import laid_out as body


def test_a_list_that_is_too_wide_has_a_line_for_each_item() -> None:
    account: Json = {"name": "a" * 30, "port": 993}
    assert laid_out(Literal((("list", Items((account,))),)), 0).count("\n") == 2
    lines = laid_out(Literal((("list", Items((account, account))),)), 0).split("\n")
    item = f'    {{ name: "{"a" * 30}", port: 993 }},'
    assert lines == ["{", "  list: [", item, item, "  ],", "}"]


def test_an_item_that_is_too_wide_has_a_line_for_each_key() -> None:
    wide: Json = {"first": "a" * 60, "second-one": ["b" * 60, {}]}
    spelt = laid_out(Items((wide,)), 2)
    assert spelt.split("\n")[1:3] == ["    {", f'      first: "{"a" * 60}",']
    assert all(len(line) <= WIDTH for line in spelt.split("\n"))


def test_a_key_that_is_called_like_its_value_is_written_once() -> None:
    assert laid_out(Literal((("clock", Code("clock")), ("time", Code("clock")))), 0) == "{\n  clock,\n  time: clock,\n}"


def test_what_is_no_variable_is_written_in_full() -> None:
    entries = (("true", Code("true")), ("null", Code("null")), ("a-b", Code('"a-b"')), ('"x"', Code('"x"')))
    spelt = laid_out(Literal(entries), 0)
    assert spelt == '{\n  true: true,\n  null: null,\n  "a-b": "a-b",\n  "\\"x\\"": "x",\n}'


def test_a_short_statement_stands_beside_its_condition() -> None:
    assert body((If(("a", "b"), ("return false;",)),), 2) == "  if (a || b) return false;"
    assert body((If(("a", "b"), ("return false;",), by="&&"),), 0) == "if (a && b) return false;"
    inner = If(("a",), ("b();",))
    assert body((For("const a in b", (inner,)),), 0) == "for (const a in b) {\n  if (a) b();\n}"


def test_conditions_that_are_too_wide_have_a_line_each() -> None:
    wide = ("a" * 60, "b" * 60)
    lines = body((If(wide, ("return false;",)), Return(wide)), 2).split("\n")
    assert lines == [
        "  if (",
        f"    {wide[0]} ||",
        f"    {wide[1]}",
        "  ) {",
        "    return false;",
        "  }",
        "  return (",
        f"    {wide[0]} ||",
        f"    {wide[1]}",
        "  );",
    ]


def test_a_call_that_is_too_wide_has_a_line_for_each_argument() -> None:
    wide = Do("expect", ("at", "a" * 60, "b" * 60))
    assert body((wide,), 2).split("\n") == ["  expect(", "    at,", f"    {'a' * 60},", f"    {'b' * 60},", "  );"]
    assert body((If(("a",), (Do("b", ("at",)),), (If(("c",), ("d();",)),)),), 0).split("\n") == [
        "if (a) {",
        "  b(at);",
        "} else if (c) {",
        "  d();",
        "}",
    ]
    each = Each('must(at, "a", ', (Do("b", ("at",)), Do("c", ("at",))))
    assert body((each,), 0).split("\n") == ['must(at, "a", (at) => {', "  b(at);", "  c(at);", "});"]
