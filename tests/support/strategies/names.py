"""Names and texts for random contracts: reserved words, odd identifiers, hostile text."""

import keyword
import unicodedata

from hypothesis import strategies as st

from sealwax.contract.model import Json
from sealwax.contract.resolving.generated_names import RESERVED
from sealwax.naming import pascal, words
from sealwax.reserved_names import NODE_MODULES, PYTHON_MODULES
from strategies.hostile import lines, prose

SCRIPT_WORDS = """
abstract any arguments as async await bigint boolean break case catch class const constructor continue debugger declare
default delete do else enum eval export extends false finally for from function get hasOwnProperty if implements import
in infer instanceof interface is keyof let module namespace never new null number object of package private protected
prototype public readonly return satisfies set static string super switch symbol this throw toString true try type
typeof undefined unique unknown using valueOf var void while with yield NaN Infinity length name
""".split()
PYTHON_WORDS = [
    *keyword.kwlist, *keyword.softkwlist, "self", "cls", "str", "int", "list", "dict", "type", "field", "fields",
    "print", "object", "property", "value", "mro", "Any", "__init__", "__slots__", "__class__", "_missing_", "extra",
    "to_dict", "to_json",
    "data", "meta", "error", "result", "wire", "options", "response", "values", "count", "title", "index", "format",
    "given", "is_given", "error_codes", "plain", "keep", "enums", "records", "builders", "Mapping", "describe",
]  # fmt: skip
TYPE_WORDS = [
    "Class", "Error", "Date", "Number", "Boolean", "Function", "Type", "List", "Enum", "Field", "Optional", "Self",
    "Final", "RangeError", "Dataclass", "Import", "Self2", "Result", "Request", "Iterable", "Keys", "Values",
]  # fmt: skip


def acceptable(text: str) -> str:
    """The text without the other characters that contracts cannot contain."""
    return "".join(char for char in text if char not in "\u2028\u2029\ufeff" and unicodedata.category(char) != "Cn")


plain_names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_-]{0,58}", fullmatch=True)
names = (st.sampled_from(SCRIPT_WORDS + PYTHON_WORDS) | plain_names).filter(
    lambda name: bool(words(name)) and name != "__proto__"
)
type_names = (st.sampled_from(TYPE_WORDS) | st.from_regex(r"[A-Z][A-Za-z0-9]{0,58}", fullmatch=True)).filter(
    lambda name: name not in RESERVED and not name.endswith(("Dict", "Value", "Entry", "Options", "Success", "Failure"))
)
enum_values = names | st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.:/+-]{0,20}", fullmatch=True)
# A line must not be blank after its spaces are folded.
one_line = lines.map(lambda text: acceptable(text).strip(" ")).filter(bool)
no_braces = one_line.filter(lambda line: not set("{}") & set(line))
some_prose = prose.map(acceptable).filter(lambda text: bool(text.strip(" \n")))
SPELT = {
    "SCREAMING_SNAKE": st.from_regex(r"[A-Z][A-Z0-9]{0,5}(_[A-Z0-9]{1,5}){0,2}", fullmatch=True),
    "lower_snake": st.from_regex(r"[a-z][a-z0-9]{0,5}(_[a-z0-9]{1,5}){0,2}", fullmatch=True),
}
# Parts of composite strings, each with a matching text.
PARTS: list[tuple[dict[str, Json], str]] = [
    ({"pattern": "^[0-9]+$"}, "7"),
    ({"pattern": "^(0|[1-9][0-9]?)$"}, "12"),
    ({"pattern": "^[a-f]{2}$"}, "ab"),
    ({"pattern": "^(x|yy)?$"}, "yy"),
    ({"type": "integer"}, "7"),
    ({"type": "integer", "min": 1, "max": 65535}, "80"),
]


def distinct(strategy: st.SearchStrategy[str], least: int, most: int) -> st.SearchStrategy[list[str]]:
    """Names that stay distinct in every target."""
    return st.lists(strategy, min_size=least, max_size=most, unique_by=lambda name: pascal(name).casefold())


constant_names = st.from_regex(r"[A-Z][A-Z0-9]{0,20}(_[A-Z0-9]{1,8}){0,2}", fullmatch=True)
package_names = st.from_regex(r"[a-z][a-z0-9]{0,10}(-[a-z0-9]{1,8}){0,2}", fullmatch=True).filter(
    lambda name: name not in PYTHON_MODULES | NODE_MODULES
)
