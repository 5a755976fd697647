"""Where the lines of generated JavaScript break, and what is spelt short."""

from sealwax.targets.typescript.statements import Do, Each, For, If, Return
from sealwax.targets.typescript.statements import laid_out as body


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
