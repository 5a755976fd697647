"""Random patterns, and texts that match them."""

from random import Random

from hypothesis import strategies as st

from sealwax.patterns.tree import Node, OneChar, Options, Repeat, Steps

CHARACTERS = "abAZ09_-.:/ \"'#&~|@\n\t\réß\u0661\u2028\u00a0中😀\U0010fffd"
SPELLINGS = [
    *"abAZ09_:/ #&~é中😀",
    *("\\d", "\\w", "\\.", "\\-", "\\n", "\\t", "\\r", "\\|", "\\\\", "\\x41", "\\/", "\\$", "\\^"),
    *("\\u0661", "\\u2028", "\\u{1f600}", "\\ud83d\\ude00"),
]
CLASSES = ["[0-9]", "[a-z]", "[^\\n]", "[^a]", "[A-Z_]", "[\\w.-]", "[^\\d😀]", "[é-中]", "[😀-\\u{10fffd}]", "[+&~|-]"]
COUNTS = ["*", "+", "?", "{2}", "{0,2}", "{1,}", "{3,4}"]


def _grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    group = st.sampled_from(["({})", "(?:{})"])
    return st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.builds(lambda form, options: form.format("|".join(options)), group, st.lists(inner, min_size=1, max_size=3)),
        st.builds(lambda text, count: f"(?:{text}){count}", inner, st.sampled_from(COUNTS)),
    )


ATOMS = st.sampled_from(SPELLINGS + CLASSES)
SOURCES = st.recursive(st.one_of(ATOMS, st.builds(str.__add__, ATOMS, st.sampled_from(COUNTS))), _grown, max_leaves=8)
"""Patterns without anchors. The product rejects some of them, because they could be slow."""


def fitting(node: Node, random: Random) -> str:
    """A text that matches a pattern, often with characters at the edges of its classes."""
    match node:
        case OneChar(ranges, negated):
            inside = [chr(edge) for low, high in ranges for edge in (low, high)]
            outside = [char for char in CHARACTERS if not any(low <= ord(char) <= high for low, high in ranges)]
            return random.choice(outside if negated else inside)
        case Steps(steps):
            return "".join(fitting(step, random) for step in steps)
        case Options(options):
            return fitting(random.choice(options), random)
        case Repeat(inner, low, high):
            count = random.randint(low, low + 2 if high is None else high)
            return "".join(fitting(inner, random) for _ in range(count))
