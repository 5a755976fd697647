"""Explains why a file is not valid YAML."""

import re

import yaml
from msgspec import Struct
from yaml import YAMLError
from yaml.error import MarkedYAMLError

from sealwax.contract.source.conflicts import report_rest
from sealwax.contract.source.text import Mark, SourceText, report_unsafe
from sealwax.diagnostics import Code, Position, Report


class _Wording(Struct, frozen=True):
    """The message to show if `problem` and `context` both occur in the error of libyaml or PyYAML."""

    problem: str
    context: str
    message: str
    hint: str
    at_opening: bool = False
    """Point to the opening quote or bracket, not to where the parser gave up."""
    is_escape: bool = False
    """Point to the backslash."""
    code: Code = Code.BROKEN_YAML


_WORDINGS = (
    _Wording("end of stream", "quoted scalar", "this quote is never closed", "close it", at_opening=True),
    _Wording("document indicator", "quoted scalar", "this quote is never closed", "close it", at_opening=True),
    _Wording("',' or ']'", "", "this list is not closed, or a comma is missing", "write [a, b]", at_opening=True),
    _Wording("',' or '}'", "", "this mapping is not closed, or a comma is missing", "write {a: 1}", at_opening=True),
    _Wording("mapping values are not allowed", "", "plain text cannot contain a colon followed by a space",
             "put the text in quotes, or check the indentation of this line"),
    _Wording("could not find expected ':'", "", "this line has no colon after its key",
             "write key: value, and put longer text in quotes", at_opening=True),
    _Wording("block sequence entries are not allowed", "", "a list cannot start here", "put - on a line of its own"),
    _Wording("document start", "", "there is text after the end of the document",
             "put everything under the keys of one mapping"),
    _Wording("that cannot start any token", "", "plain text cannot start with this character",
             "put the text in quotes"),
    _Wording("unknown escape character", "", "this is not a valid escape in a double-quoted string",
             "write \\\\ if you mean a backslash, or use single quotes", is_escape=True),
    _Wording("invalid Unicode character escape", "", "this escape is not a character",
             "write the character itself", is_escape=True, code=Code.UNSAFE_CHARACTER),
    _Wording("escape sequence of", "", "this escape has too few digits", "write \\x2d, \\u20ac or \\U0001f600",
             is_escape=True),
    _Wording("hexdecimal number", "", "this escape has too few digits", "write \\x2d, \\u20ac or \\U0001f600",
             is_escape=True),
    _Wording("did not find expected key", "", "a key was expected here",
             "check the indentation, and the quotes and brackets of the line above"),
    _Wording("expected <block end>", "", "a key was expected here",
             "check the indentation, and the quotes and brackets of the line above"),
    _Wording("'-' indicator", "", "a list item was expected here", "start it with -, aligned with the other items"),
    _Wording("comment or a line break", "", "nothing may follow | or > on its line", "start the text on the next line"),
    _Wording("comment or line break", "", "nothing may follow | or > on its line", "start the text on the next line"),
    _Wording("tab character", "", "this line is indented with a tab", "indent with spaces", code=Code.TAB_INDENT),
    _Wording("alphabetic or numeric", "alias", "* starts an alias such as *name, but there is no name here",
             "put the text in quotes", at_opening=True),
    _Wording("alphabetic or numeric", "anchor", "& starts an anchor such as &name, but there is no name here",
             "put the text in quotes", at_opening=True),
    _Wording("node content", "", "a value was expected here", "write the value, or put the text in quotes"),
    _Wording("mapping keys are not allowed", "", "a key is not allowed here", "put it on a line of its own"),
    _Wording("unexpected ':'", "", "plain text inside braces cannot contain a colon", "put the text in quotes"),
    _Wording("", "directive", "a line cannot start with %", "put the text in quotes"),
    _Wording("", "scanning a tag", "this tag is malformed", "remove the tag, or put the text in quotes"),
    _Wording("undefined tag handle", "", "unknown tag", "remove the tag", code=Code.WRONG_KIND),
)  # fmt: skip


def report_broken(
    source: SourceText, error: YAMLError | ValueError | IndexError | OverflowError, report: Report
) -> None:
    """Report why parsing stopped, in the parser's words only if there are no better ones."""
    if report_rest(source, report):
        return
    if not isinstance(error, MarkedYAMLError):
        report.add(Code.BROKEN_YAML, Position(source.file, 1, 1), "this is not valid YAML", "check your last change")
        return
    problem, context = str(error.problem or ""), str(error.context or "")
    mark = error.problem_mark or error.context_mark
    wording = next((one for one in _WORDINGS if one.problem in problem and one.context in context), None)
    if (quote := _quote_before(source, mark)) is not None:
        _report_quote(source, quote, report)
    elif wording is None:
        message = f"this is not valid YAML: {problem}"
        report.add(Code.BROKEN_YAML, _within(source, mark), message, "check this line and the line above")
    elif source.text.startswith("\t", source.offset(source.at(mark))):
        report_unsafe(_within(source, mark), "\t", report)
    elif "',' or " in wording.problem and (text := _plain_text_before(source, mark)) is not None:
        start, message, hint = text
        report.add(
            Code.BROKEN_YAML, source.position(start), message, hint, source.offset(_within(source, mark)) - start
        )
    else:
        position = _within(source, (wording.at_opening and error.context_mark) or mark)
        if wording.is_escape:
            position = source.position(max(0, source.text.rfind("\\", 0, source.offset(position) + 1)))
        report.add(wording.code, position, wording.message, wording.hint)


def _quote_before(source: SourceText, mark: Mark | None) -> yaml.ScalarToken | None:
    """The quoted text before a mark, if something other than punctuation directly follows its last quote."""
    end, found = source.offset(source.at(mark)), None
    try:
        for token in yaml.scan(source.text, yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader):
            if source.offset(source.at(token.end_mark)) > end:
                break
            found = token
    except (YAMLError, ValueError, IndexError, OverflowError):
        pass  # the error that is being reported
    if not isinstance(found, yaml.ScalarToken) or found.style not in ("'", '"'):
        return None
    after = source.offset(source.at(found.end_mark))
    return found if after == end and source.text[after : after + 1] not in ("", " ", "\n", ",", "]", "}", ":") else None


def _report_quote(source: SourceText, token: yaml.ScalarToken, report: Report) -> None:
    """Report a quote that is missing, so that the text goes on to the next quote; or one that has to be escaped."""
    start, end = source.at(token.start_mark), source.at(token.end_mark)
    if start.line < end.line:
        message = f"this quote is not closed on its line, so the text goes on to line {end.line}"
        report.add(Code.BROKEN_YAML, start, message, "close it")
        return
    message = "the text ends at this quote, but something follows it"
    hint = "write '' for an apostrophe, or use double quotes around the text"
    if token.style == '"':
        hint = 'write \\" for a quote inside the text, or use single quotes around the text'
    report.add(Code.BROKEN_YAML, source.position(source.offset(end) - 1), message, hint)


def _plain_text_before(source: SourceText, mark: Mark | None) -> tuple[int, str, str] | None:
    """If plain text inside brackets ended too early for the parser: its start, a message and a hint."""
    end = source.offset(source.at(mark))
    line = source.text.rfind("\n", 0, end) + 1
    found = re.search(r"([\w-]*):[ ]+(?![\"'{\[|>&*!])([^,{}\[\]]*?([^ ,{}\[\]]+)([ ]*))$", source.text[line:end])
    if found is None:
        return None
    char, start = source.text[end : end + 1], line + found.start(2)
    if found[1] == "pattern":
        return start, "a pattern with brackets, braces or a colon has to be in quotes", "put single quotes around it"
    if char == ":":
        hint = f"put the text in quotes, or write a comma before '{found[3]}' if that is a key"
        return start, "plain text cannot contain a colon followed by a space", hint
    if char in ("[", "{") and not found[4]:
        message = f"plain text inside braces cannot contain {char}"
        return start, message, "put the text in quotes; for a collection type, write `list of T` or `map of T`"
    return None


def _within(source: SourceText, mark: Mark | None) -> Position:
    """Like `SourceText.at`, but never after the end of the text, where parsers notice some errors."""
    offset = source.offset(source.at(mark))
    return source.position(min(offset, len(source.text.rstrip())))
