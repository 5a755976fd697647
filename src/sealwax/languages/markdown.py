"""Text and values in Markdown, escaped for GitHub, for plain CommonMark and for Python-Markdown, which mkdocs uses.

Python-Markdown knows a backslash before few characters, not before `<`: the others are written as entities.
"""

import re
from collections.abc import Callable, Iterable

from sealwax import languages
from sealwax.contract.model import Json
from sealwax.languages import CODE, HARMFUL, INVISIBLE, json_lines, one_line, show, spelled_out
from sealwax.rendering import Finished

_SPECIAL = re.compile(r"[\\`*\[\]{}<|~$_&#:.]")
_ENTITIES = {char: f"&#{ord(char)};" for char in "|~$:=?"} | {"<": "&lt;", "&": "&amp;"}
_LINE_START = re.compile(r"[-+=>:!?]|\d{1,9}(?=[.)])")
_BACKTICKS = re.compile(r"`+")
_INFO = re.compile(r"[A-Za-z0-9+-]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")


def text(text: str) -> Finished:
    """Inline text. Text in single backticks becomes code."""
    return Finished(_guarded(_inline(one_line(text), code)))


def cell(text: str) -> Finished:
    """Inline text in a table cell."""
    return Finished(_inline(one_line(text), code_cell))


def paragraphs(text: str) -> Finished:
    """Paragraphs, each on one line, separated by blank lines."""
    return Finished("\n\n".join(_guarded(_inline(line, code)) for line in languages.paragraphs(text)))


def code(text: str) -> Finished:
    """A code span. It cannot contain line breaks, so they become spaces."""
    content = text.replace("\n", " ") or " "
    if "`" not in content and content[0] != " ":
        return Finished(f"`{content}`")
    fence = "`" * _unused_run(content)
    # Markdown strips one space from each end if both ends have one.
    needs_pad = content[0] == "`" or content[-1] == "`" or (content[0] == content[-1] == " " and content.strip(" "))
    pad = " " if needs_pad else ""
    return Finished(f"{fence}{pad}{content}{pad}{fence}")


def code_cell(text: str) -> Finished:
    """A code span in a table cell, where for some parsers a bar ends the cell even inside code."""
    return Finished(f"<code>{_inline(text.replace(chr(10), ' '), None)}</code>") if "|" in text else code(text)


def json_block(value: Json) -> Finished:
    """A fenced block of JSON."""
    return text_block(json_lines(value), "json")


def text_block(text: str, info: str = "text") -> Finished:
    """A fenced code block in the language `info`."""
    if not _INFO.fullmatch(info):
        raise ValueError(f"not the name of a language: {info!r}")
    fence = "`" * max(3, max((len(run) for run in _BACKTICKS.findall(text)), default=0) + 1)
    return Finished(f"{fence}{info}\n{text}\n{fence}")


def comment(text: str) -> Finished:
    """A comment, which is not visible on the page. HTML has the same."""
    quiet = re.sub(r"-(?=[->])", r"-\\", show(HARMFUL, spelled_out, one_line(text)))
    return Finished(f"<!-- {quiet} -->")


def anchor(text: str) -> Finished:
    """The anchor that GitHub gives to a heading with this text."""
    import unicodedata

    kept = ("L", "M", "Nd", "Nl", "Pc")
    plain = one_line(text).lower()
    return Finished(
        "".join(char for char in plain if char in " -" or unicodedata.category(char).startswith(kept)).replace(" ", "-")
    )


def anchors(headings: Iterable[str]) -> list[str]:
    """The anchors of a page's headings; a repeated one gets a number, as on GitHub."""
    seen: dict[str, int] = {}
    found = []
    for heading in headings:
        plain = name = str(anchor(heading))
        while name in seen:
            seen[plain] += 1
            name = f"{plain}-{seen[plain]}"
        seen[name] = 0
        found.append(name)
    return found


def fence_after(line: str, fence: str) -> str:
    """The fence of the block of code that goes on after a line, given that before it; empty if there is none."""
    found = _FENCE.fullmatch(line)
    if found is None:
        return fence
    marks, rest = found.groups()
    if fence:
        closes = marks[0] == fence[0] and len(marks) >= len(fence) and not rest.strip()
        return "" if closes else fence
    return "" if marks[0] == "`" and "`" in rest else marks


def _inline(line: str, in_code: Callable[[str], Finished] | None) -> str:
    parts = CODE.split(line) if in_code and "`" in line else [line]
    parts[::2] = [show(INVISIBLE, _entity, _SPECIAL.sub(_escape, part)) for part in parts[::2]]
    if in_code:
        parts[1::2] = map(in_code, parts[1::2])
    return "".join(parts)


def _escape(match: re.Match[str]) -> str:
    char, text, at = match.group(), match.string, match.start()
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    match char:
        case "_":  # within a word it is only an underscore
            plain = before.isascii() and before.isalnum() and after.isascii() and after.isalnum()
        case "&":  # might start an entity
            plain = after != "#" and not after.isalnum()
        case "#":  # might close a heading
            plain = before not in ("", " ", "#") and after not in ("", "#")
        case ":":  # GitHub makes links of bare addresses, and shows the backslashes in them
            plain = not text.startswith("//", at + 1)
        case ".":
            plain = text[max(at - 3, 0) : at].lower() != "www"
        case _:
            plain = False
    return char if plain else _ENTITIES.get(char, f"\\{char}")


def _guarded(line: str) -> str:
    """The line, escaped so that it does not start a list, heading, quotation, table or underline."""
    start = _LINE_START.match(line)
    if not start:
        return line
    char, rest = start.group(), line[start.end() :]
    return f"{char}\\{rest}" if char[0].isdigit() else f"{_ENTITIES.get(char, f'{chr(92)}{char}')}{rest}"


def _entity(match: re.Match[str]) -> str:
    code = ord(match.group())
    # These are not characters in Unicode, so a parser would replace their entities.
    return match.group() if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF else f"&#x{code:x};"


def _unused_run(content: str) -> int:
    taken = {len(run) for run in _BACKTICKS.findall(content)}
    return next(length for length in range(1, len(content) + 2) if length not in taken)
