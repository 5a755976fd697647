"""Parses a pattern into a small tree."""

import re

from sealwax.patterns.tree import Node, OneChar, Options, Ranges, Repeat, Steps, can_be_empty, tidy

MAX_COUNT = 1000
MAX_SOURCE = 2000
MAX_NESTING = 20


class PatternError(Exception):
    """A pattern that is invalid, or that engines interpret differently (`unsupported`)."""

    def __init__(self, message: str, hint: str, offset: int, unsupported: bool) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.offset = offset
        self.unsupported = unsupported


_DIGIT: Ranges = ((48, 57),)
_WORD: Ranges = ((65, 90), (97, 122), (48, 57), (95, 95))
_SHORTHAND = {"d": _DIGIT, "w": _WORD}
_CONTROL = {"n": 10, "r": 13, "t": 9}

_CODE_POINT = re.compile(r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2}))")
_COUNTS = re.compile(r"\{([0-9]*)(,?)([0-9]*)\}")
_BOUNDS = {"*": (0, None), "+": (1, None), "?": (0, 1)}

_MISPLACED = {char: f"there is nothing to repeat before {char}" for char in "*+?{"} | {
    "^": "^ belongs at the start of a pattern",
    "]": "unmatched ]",
    "}": "unmatched }",
}

_UNSUPPORTED_ESCAPES = {
    "s": ("\\s matches different white space in different languages", "list the characters, e.g. [ \\t\\n]"),
    "S": ("\\S matches different characters in different languages", "list the characters, e.g. [^ \\t\\n]"),
    "b": ("\\b finds different word boundaries in different languages", "write out the characters on each side"),
    "B": ("\\B finds different word boundaries in different languages", "write out the characters on each side"),
    "D": ("\\D means different characters in different languages", "write [^0-9]"),
    "W": ("\\W means different characters in different languages", "write [^A-Za-z0-9_]"),
    "A": ("\\A is not supported in ECMAScript", "write ^ at the start"),
    "Z": ("\\Z is not supported in ECMAScript", "write $ at the end"),
    "z": ("\\z is not supported in ECMAScript", "write $ at the end"),
    "p": ("\\p{…} is not supported in Python", "list the characters or ranges"),
    "P": ("\\P{…} is not supported in Python", "list the characters or ranges"),
    "0": ("\\0 is an octal escape in Python", "write \\u0000"),
    "f": ("\\f is rarely intended", "write \\u000c"),
    "v": ("\\v means several characters in some engines", "write \\u000b"),
} | dict.fromkeys("k123456789", ("back references are not supported in Rust", "write out what is repeated"))

_UNSUPPORTED_GROUPS = (
    ("(?=", "look-ahead is not supported in Rust", "describe the whole string instead"),
    ("(?!", "look-ahead is not supported in Rust", "describe the whole string instead"),
    ("(?<=", "look-behind is not supported in Rust", "describe the whole string instead"),
    ("(?<!", "look-behind is not supported in Rust", "describe the whole string instead"),
    ("(?P=", "back references are not supported in Rust", "write out what is repeated"),
    ("(?P<", "named groups have a different syntax in each language", "write (?:…)"),
    ("(?<", "named groups have a different syntax in each language", "write (?:…)"),
    ("(?>", "atomic groups are not supported in ECMAScript", "write (?:…)"),
    ("(?#", "comments inside a pattern are not supported in ECMAScript", "put the comment in doc"),
    ("(?(", "conditional groups are not supported in ECMAScript", "write both cases as (?:…|…)"),
    ("(?", "inline flags have a different syntax in each language", "list both letter cases, e.g. [Aa]"),
)


class PatternParser:
    """Parses a pattern from left to right; `at` is the offset of the next character."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.depth = 0

    def pattern(self) -> Node:
        source = self.source
        if len(source) > MAX_SOURCE:
            raise self._unsupported(f"a pattern has at most {MAX_SOURCE} characters", "split it into parts", 0)
        if not source.startswith("^"):
            raise self._broken("a pattern must match the whole string", "start it with ^ and end it with $", 0)
        self.at = 1
        tree = self._options()
        if self.at == len(source):
            raise self._broken("a pattern must match the whole string", "end it with $", len(source) - 1)
        if source[self.at] == ")":
            raise self._broken("unmatched )", "write \\) for the character itself")
        return tree

    def _options(self) -> Node:
        start = self.at
        options = [self._steps()]
        while self._take("|"):
            options.append(self._steps())
        if len(options) == 1:
            return options[0]
        if self.depth == 0:
            hint = f"write ^(?:{self.source[1:].removesuffix('$')})$"
            raise self._broken("^ and $ apply to one alternative each, not to all of them", hint, 0)
        if sum(map(can_be_empty, options)) > 1:  # each of them is a way to match nothing, and ways multiply
            message = "more than one of these alternatives can be empty"
            raise self._unsupported(message, "let none of them be empty, and put ? after the group: (?:a|b)?", start)
        flat: list[Node] = []
        for option in options:
            flat.extend(option.options if isinstance(option, Options) else (option,))
        return Options(tuple(flat))

    def _steps(self) -> Node:
        steps: list[Node] = []
        while self.at < len(self.source) and self.source[self.at] not in "|)":
            if self.source[self.at] == "$":
                if self.at != len(self.source) - 1:
                    raise self._broken("$ belongs at the end of a pattern", "write \\$ for the character itself")
                break
            step = self._repeated(self._atom())
            steps.extend(step.steps if isinstance(step, Steps) else (step,))
        return steps[0] if len(steps) == 1 else Steps(tuple(steps))

    def _atom(self) -> Node:
        start = self.at
        char = self.source[start]
        if char == "(":
            return self._group()
        if char == "[":
            return self._class()
        if char == "\\":
            return OneChar(self._escape(), negated=False)
        if char == ".":
            message = ". excludes different characters in different languages"
            raise self._unsupported(message, "write [^\\n], or list the characters")
        if char in _MISPLACED:
            raise self._broken(_MISPLACED[char], f"write \\{char} for the character itself")
        self.at += 1
        return OneChar(((self._plain(char, start),) * 2,), negated=False)

    def _plain(self, char: str, start: int) -> int:
        if 0xD800 <= ord(char) <= 0xDFFF:
            raise self._broken("half of a surrogate pair is not a character", "write the whole character", start)
        return ord(char)

    def _group(self) -> Node:
        start = self.at
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise self._unsupported(f"groups are nested more than {MAX_NESTING} deep", "simplify the pattern")
        if not self._take("(?:"):
            for opening, message, hint in _UNSUPPORTED_GROUPS:
                if self.source.startswith(opening, start):
                    raise self._unsupported(message, hint)
            self.at += 1
        inner = self._options()
        if not self._take(")"):
            raise self._broken("this ( is never closed", "write \\( for the character itself", start)
        self.depth -= 1
        return inner

    # -- repetition

    def _repeated(self, node: Node) -> Node:
        start = self.at
        bounds = self._bounds(self.source[start : start + 1])
        following = self.source[self.at : self.at + 1]
        if bounds is None:
            return node
        if following == "?":
            raise self._unsupported("a lazy quantifier changes nothing in a match of the whole string", "remove this ?")
        if following == "+":
            raise self._unsupported("possessive quantifiers are not supported in ECMAScript", "remove this +")
        if following in ("*", "{"):
            message = "there is nothing to repeat before this quantifier"
            raise self._broken(message, "keep one quantifier, or use a group")
        return node if bounds == (1, 1) else Repeat(node, *bounds, start)

    def _bounds(self, quantifier: str) -> tuple[int, int | None] | None:
        if quantifier in _BOUNDS:
            self.at += 1
            return _BOUNDS[quantifier]
        return self._counts() if quantifier == "{" else None

    def _counts(self) -> tuple[int, int | None]:
        found = _COUNTS.match(self.source, self.at)
        low_text, comma, high_text = found.groups() if found else ("", "", "")
        if high_text and not low_text:
            raise self._unsupported("{,n} is not supported in ECMAScript", f"write {{0,{high_text}}}")
        if found is None or not low_text:
            raise self._broken("{ starts a count such as {2}, {2,} or {2,5}", "write \\{ for the character itself")
        if max(len(low_text), len(high_text)) > 6 or max(int(low_text), int(high_text or 0)) > MAX_COUNT:
            raise self._unsupported(f"a count goes up to {MAX_COUNT}", "use a length limit instead")
        low, high = int(low_text), int(high_text) if high_text else None if comma else int(low_text)
        if high is not None and low > high:
            message = f"the counts are in the wrong order: {low} is more than {high}"
            raise self._broken(message, f"write {{{high},{low}}}")
        if high == 0:
            raise self._broken("this repeats nothing", "remove it")
        self.at = found.end()
        return low, high

    # -- characters

    def _class(self) -> OneChar:
        start = self.at
        self.at += 1
        negated = self._take("^")
        ranges: list[tuple[int, int]] = []
        while not self._take("]"):
            if self.at >= len(self.source):
                raise self._broken("this [ is never closed", "write \\[ for the character itself", start)
            ranges.extend(self._class_item())
        if not ranges:
            raise self._broken("this class is empty", "write \\] for a bracket in the class", start)
        return OneChar(tidy(ranges), negated)

    def _class_item(self) -> Ranges:
        start = self.at
        first = self._class_char()
        if not self._at_range():
            return first
        low = self._end_of_range(first, start)
        self.at += 1
        high = self._end_of_range(self._class_char(), start)
        if low > high:
            text = self.source[start : self.at]
            raise self._broken(f"the range {text} is in the wrong order", "put the lower character first", start)
        if self._at_range():
            raise self._broken("this range has two hyphens", "write \\- for the hyphen itself")
        return ((low, high),)

    def _end_of_range(self, ranges: Ranges, start: int) -> int:
        if len(ranges) > 1 or ranges[0][0] != ranges[0][1]:
            raise self._broken("a range runs from one character to another", "write \\- for the hyphen itself", start)
        return ranges[0][0]

    def _at_range(self) -> bool:
        rest = self.source[self.at : self.at + 2]
        return len(rest) == 2 and rest[0] == "-" and rest[1] != "]"

    def _class_char(self) -> Ranges:
        start = self.at
        char = self.source[start : start + 1]
        if char == "\\":
            return self._escape()
        if char == "[":
            message = "a class inside a class has a different meaning in each language"
            raise self._unsupported(message, "write \\[ for the character itself")
        if char in ("&", "-", "~", "|") and self.source.startswith(char * 2, start):
            message = f"{char * 2} in a class is a set operation in Rust"
            raise self._unsupported(message, "write each character once, and a hyphen as \\-")
        self.at += 1
        return ((self._plain(char, start),) * 2,)

    def _escape(self) -> Ranges:
        start = self.at
        char = self.source[start + 1 : start + 2]
        self.at += 2
        if char in _SHORTHAND:
            return _SHORTHAND[char]
        if char in _CONTROL:
            return ((_CONTROL[char],) * 2,)
        if char in ("u", "x"):
            return ((self._code_point(start),) * 2,)
        if char in _UNSUPPORTED_ESCAPES:
            raise self._unsupported(*_UNSUPPORTED_ESCAPES[char], start)
        if not char or not char.isascii() or char.isalnum() or not char.isprintable():
            raise self._broken(f"there is no escape \\{char}", "write \\\\ for a backslash", start)
        return ((ord(char),) * 2,)

    def _code_point(self, start: int) -> int:
        code = self._hexadecimal(start)
        if 0xD800 <= code <= 0xDBFF and self._take("\\u"):
            low = self._hexadecimal(self.at - 2)
            if 0xDC00 <= low <= 0xDFFF:
                return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
        if 0xD800 <= code <= 0xDFFF:
            raise self._broken("half of a surrogate pair is not a character", "write the character as \\u{…}", start)
        return code

    def _hexadecimal(self, start: int) -> int:
        """Parse the number of an escape that starts with `\\u` or `\\x`."""
        found = _CODE_POINT.match(self.source, start)
        code = int(found[found.lastindex or 0], 16) if found else None
        if found is None or code is None or code > 0x10FFFF:
            raise self._broken("this is not a valid code point", "write \\x2d, \\u20ac or \\u{1f600}", start)
        self.at = found.end()
        return code

    def _take(self, text: str) -> bool:
        if not self.source.startswith(text, self.at):
            return False
        self.at += len(text)
        return True

    def _broken(self, message: str, hint: str, offset: int | None = None) -> PatternError:
        return PatternError(message, hint, self.at if offset is None else offset, unsupported=False)

    def _unsupported(self, message: str, hint: str, offset: int | None = None) -> PatternError:
        return PatternError(message, hint, self.at if offset is None else offset, unsupported=True)
