"""A contract that uses every part of the model once, with texts that want to escape from wherever they are put."""

from sealwax.contract.model import (
    ABSENT,
    AntiPattern,
    AnyObject,
    AnyValue,
    Assignment,
    Boolean,
    Builder,
    BuilderExample,
    Catalogue,
    Citation,
    Column,
    Constant,
    Contract,
    Deprecation,
    EdgeCase,
    Enum,
    EnumValue,
    Envelope,
    Example,
    ExampleKind,
    Field,
    Format,
    Gate,
    Guide,
    Integer,
    Json,
    LetterCase,
    Level,
    Link,
    ListOf,
    Lore,
    MapOf,
    Note,
    Null,
    Nullable,
    Number,
    Numbering,
    OneOf,
    Order,
    Outcome,
    OutcomeName,
    Parameter,
    Payload,
    Present,
    Raised,
    Record,
    Reference,
    Retry,
    RetryDecision,
    Rollout,
    Rule,
    Source,
    String,
    SupersededKey,
    Tag,
    Text,
    TextForm,
    TextPart,
    Tier,
)
from sealwax.contract.patterns import parse_pattern

HOSTILE = (
    "Ends */ here --> \"quoted\" 'single' \\ back `code | pipe` {{ braces }} {% tag %} <b>html</b> &amp; *stars* "
    "_under_ [link](x) ![i](y) # no heading | pipe ~~~ ``` $1 \U0001f600 \u4e2d"
)

GUIDE = Source("guide", f"The *old* | guide {HOSTILE}", HOSTILE)
PAGE = Source("page", "A page", "")

MUST, SHOULD, MAY = Level.MUST, Level.SHOULD, Level.MAY


def cite(lines: str = "") -> tuple[Citation, ...]:
    return (Citation(GUIDE, lines),)


def lore(doc: str, lines: str = "") -> Lore:
    return Lore(doc, origin=cite(lines) if lines else ())


FIDELITY = Enum(
    "Fidelity",
    HOSTILE,
    lore("How complete a response is.", "3-9"),
    open=False,
    values=(
        EnumValue("full", lore("All of it."), cells=("Always, unless | pressed",)),
        EnumValue("partial", lore("Some of it."), cells=(HOSTILE,)),
        EnumValue("reference_only", lore("Names only."), cells=("When *very* large",)),
    ),
    case=LetterCase.LOWER_SNAKE,
    order=Order.HIGHEST_FIRST,
    columns=(Column("use", f"Use | case {HOSTILE}"),),
)
SEVERITY = Enum(
    "Severity",
    "Severity",
    lore("How bad it is."),
    open=False,
    values=(EnumValue("info", lore("Fine.")), EnumValue("error", lore("Not fine."))),
)
ERROR_TYPE = Enum(
    "ErrorType",
    "Error types",
    lore("What kind of failure."),
    open=True,
    values=(
        EnumValue("validation", lore("Bad input."), http=400, jsonrpc=-32602, retry=Retry(RetryDecision.NO, HOSTILE)),
        EnumValue(
            "rate_limit", lore("Too many."), http=429, jsonrpc=-32000, retry=Retry(RetryDecision.YES, "after the delay")
        ),
        EnumValue("odd", lore(HOSTILE)),
    ),
    catalogue=Catalogue.ERROR_TYPES,
)
ERROR_CODE = Enum(
    "ErrorCode",
    "Error codes",
    lore("Which failure."),
    open=True,
    values=(
        EnumValue("BAD_INPUT", lore(HOSTILE, "12"), classified_as="validation"),
        EnumValue(
            "TOO_MANY",
            Lore("Slow down.", notes=(Note(HOSTILE),), since="1.1"),
            classified_as="rate_limit",
            message=f"Limit {{limit}} | reached {HOSTILE}",
            remediation=HOSTILE,
            context=(
                Field("limit", Integer(minimum=1), MUST, lore("How many.")),
                Field("seconds", Integer(), MAY, lore("How long.")),
            ),
        ),
    ),
    catalogue=Catalogue.ERROR_CODES,
    classified_by=ERROR_TYPE,
    case=LetterCase.SCREAMING_SNAKE,
)
WARNING_CODE = Enum(
    "WarningCode",
    "Warning codes",
    lore("Which warning."),
    open=True,
    values=(EnumValue("STALE", lore("Old data."), classified_as="info", message="Old"),),
    catalogue=Catalogue.WARNING_CODES,
)

LOCATOR = Text(
    "Locator",
    "Locator",
    lore("Where a quote stands."),
    String(pattern=parse_pattern("^(page:[1-9][0-9]*:)?char:[0-9]+-[0-9]+$")),
    forms=(
        TextForm("plain", "Text", "char:{start}-{end}", "char:1-2", "Characters 1 to 1."),
        TextForm("paged", f"PDF | page {HOSTILE}", "page:{page}:char:{start}-{end}", "page:3:char:1-2", HOSTILE),
    ),
    parts=(
        TextPart("start", parse_pattern("^[0-9]+$"), "Where it starts."),
        TextPart("end", parse_pattern("^[0-9]+$"), "Where it ends, exclusive."),
        TextPart("page", parse_pattern("^[1-9][0-9]*$"), HOSTILE),
    ),
    semantics=("Positions count from zero.", HOSTILE),
)
SLUG = Text("Slug", "Slug", lore("A short name."), String(min_length=1, max_length=8))

SNIPPET = Record(
    "Snippet",
    HOSTILE,
    lore(HOSTILE),
    open=False,
    standalone=True,
    fields=(
        Field("text", String(max_length=5), MUST, lore(HOSTILE, "20")),
        Field("locator", Reference(LOCATOR), MUST, lore("Its place.")),
        Field("score", Number(0.0, 1.0), MUST, lore("How well it fits.")),
        Field("label", Reference(SLUG), MAY, lore("A label.")),
    ),
)
DIGEST = Record(
    "DigestPayload",
    "A digest",
    Lore("A digest.\n\nTwo paragraphs.", notes=(Note("A note | here.", cite("30")),), since="1.0"),
    open=False,
    standalone=True,
    fields=(
        Field("version", Constant("1.0"), MUST, lore("Its version."), default="1.0"),
        Field("number", Constant(1), MUST, lore("One."), default=1),
        Field("hash", String(8, 8, parse_pattern("^[a-f0-9]{8}$")), MUST, lore("A hash.")),
        Field("points", ListOf(String(max_length=3), max_items=2), MUST, lore("Points."), default=[]),
        Field("snippets", ListOf(Reference(SNIPPET), 0, 2), MUST, lore("Quotes.")),
        Field("count", Integer(minimum=0), MUST, lore("How many.")),
        Field("tags", MapOf(String(min_length=1)), MAY, lore("Tags.")),
        Field("when", String(format=Format.DATE_TIME), MAY, lore("When.")),
        Field("id", Nullable(String(format=Format.UUID)), MAY, lore("Which.")),
        Field("more", AnyValue(), MAY, lore("Anything.")),
        Field("kind", Nullable(Constant("x")), MAY, lore("Perhaps x.")),
    ),
)
PAGINATION = Record(
    "Pagination",
    "Pagination",
    lore("Where the next page is."),
    open=True,
    standalone=False,
    fields=(
        Field("cursor", Nullable(String()), MAY, lore("Opaque.")),
        Field("has_more", Boolean(), MAY, lore("Whether there is more.")),
    ),
)
WARNING = Record(
    "WarningDetail",
    "A warning",
    lore("A warning with facts."),
    open=True,
    standalone=False,
    fields=(
        Field("code", Reference(WARNING_CODE), SHOULD, lore("Which.")),
        Field("severity", Reference(SEVERITY), SHOULD, lore("How bad."), follows="code"),
        Field("message", String(), MUST, lore("For people.")),
        Field("context", AnyObject(), MAY, lore("Facts.")),
    ),
)
META = Record(
    "Meta",
    "Metadata",
    lore("What is said about a response."),
    open=True,
    standalone=False,
    fields=(
        Field("version", Constant("v2"), MUST, lore("Which contract.", "40"), default="v2"),
        Field(
            "request_id",
            String(min_length=1),
            SHOULD,
            Lore(
                HOSTILE,
                notes=(Note("Once optional; <i>no</i> more.", cite("41")), Note("Second `note`.")),
                origin=(Citation(GUIDE, "41-42"), Citation(PAGE, "")),
                since="1.2",
                deprecated=Deprecation("1.9", "trace_id", "It moved."),
            ),
        ),
        Field("trace_id", String(), MAY, lore("A trace.")),
        Field("pagination", Reference(PAGINATION), MAY, lore("Paging."), readers_accept_null=True),
        Field(
            "fidelity",
            Reference(FIDELITY),
            MAY,
            lore("How complete."),
            raised=Raised(SHOULD, (), f"cut short {HOSTILE}"),
        ),
        Field(
            "fidelity_version",
            String(),
            MAY,
            lore("Which scale."),
            raised=Raised(MUST, (OneOf("fidelity", ("partial", "reference_only"), "below `full`"),)),
        ),
        Field("dropped", ListOf(String()), MAY, lore("What is missing.")),
        Field(
            "hashes",
            MapOf(String()),
            MAY,
            lore("By archive."),
            raised=Raised(MUST, (Present("dropped", expected=True),)),
        ),
        Field("warnings", ListOf(Reference(WARNING)), MAY, lore("What went wrong.")),
    ),
)
NUMBERING = Numbering(("error_code",), ERROR_CODE, is_certain=False)
ERROR_DATA = Record(
    "ErrorData",
    "Error data",
    lore("What a program needs to know."),
    open=True,
    standalone=False,
    fields=(
        Field("error_code", Reference(ERROR_CODE), SHOULD, lore("Which.")),
        Field("error_type", Reference(ERROR_TYPE), SHOULD, lore("What kind."), follows="error_code"),
        Field("details", AnyObject(), MAY, lore("More.")),
        Field("number", Integer(), MAY, lore("As JSON-RPC has it."), number_of=NUMBERING),
    ),
)


STABLE = Tier("stable", "Stable", f"It stays. {HOSTILE}", "", "", undeclared=False, lore=lore(HOSTILE, "55"))
VENDOR = Tier("vendor", f"Makers {HOSTILE}", "Ask its maker.", "x_", HOSTILE, undeclared=True, lore=lore("Others."))
NIGHT = Gate("night", lore(HOSTILE, "56"))
MARKS = Record(
    "Marks",
    "Marks",
    lore("Keys that promise more or less."),
    open=True,
    standalone=False,
    fields=(
        Field("mark", String(), MAY, lore("A mark."), tier=STABLE),
        Field("x_owl", Boolean(), MAY, lore("Whether there is an owl."), tier=VENDOR, gate=NIGHT),
    ),
    tiers=(STABLE, VENDOR),
)


def _general(data: Field, error: Field, success: Field) -> tuple[Field, ...]:
    meta = Field("meta", Reference(META), MUST, lore("About the response."), default={"version": "v2"})
    return (success, data, error, meta)


OLD_KEYS = (SupersededKey("_warnings", "meta.warnings", lore(HOSTILE, "50")),)
DATA = Field("data", Payload(), MUST, lore("The payload.", "51"), default={}, superseded=OLD_KEYS)
ERROR_FIELD = Field("data", Reference(ERROR_DATA), MUST, lore("The payload.", "51"), default={}, superseded=OLD_KEYS)
SUCCESS = Outcome(
    OutcomeName.SUCCESS,
    "ToolSuccess",
    lore(HOSTILE),
    Tag("success", value=True),
    fields=_general(
        DATA,
        Field("error", Null(), MUST, lore("Nothing."), default=None),
        Field("success", Constant(value=True), MUST, lore("True."), default=True),
    ),
)
FAILURE = Outcome(
    OutcomeName.FAILURE,
    "ToolFailure",
    lore("It failed."),
    Tag("success", value=False),
    fields=_general(
        ERROR_FIELD,
        Field("error", String(min_length=1), MUST, lore("What happened.")),
        Field("success", Constant(value=False), MUST, lore("False."), default=False),
    ),
)
ENVELOPE = Envelope(
    "ToolResponse",
    f"Tool response {HOSTILE}",
    lore(HOSTILE),
    open=False,
    fields=_general(
        Field("data", AnyObject(), MUST, lore("The payload."), default={}, superseded=OLD_KEYS),
        Field("error", Nullable(String()), MUST, lore("What happened, if anything."), default=None),
        Field("success", Boolean(), MUST, lore("Whether it worked.")),
    ),
    outcomes=(SUCCESS, FAILURE),
)

_SMALLEST: dict[str, Json] = {"success": True, "data": {}, "error": None, "meta": {"version": "v2"}}
SMALLEST: Json = _SMALLEST
FAILED: Json = {"success": False, "data": {"error_code": "BAD_INPUT"}, "error": "no", "meta": {"version": "v2"}}
SNIPPET_VALUE: Json = {"text": "abc", "locator": "char:1-2", "score": 0.5}
DIGEST_VALUE: Json = {
    "version": "1.0",
    "number": 1,
    "hash": "ab12cd34",
    "points": ["abc"],
    "snippets": [SNIPPET_VALUE],
    "count": 3,
}


def _example(title: str, value: Json, kind: ExampleKind = ExampleKind.VALID, at: str = "") -> Example:
    return Example(title, f"About {title}. {HOSTILE}", kind, ENVELOPE, value, "", at, cite("60"))


BUILDERS = (
    Builder(
        "success_response",
        SUCCESS,
        lore(HOSTILE),
        parameters=(
            Parameter("data", ("data",), DATA, MAY, lore("The payload."), merged=False),
            Parameter(
                "fidelity",
                ("meta", "fidelity"),
                META.fields[4],
                MAY,
                lore("How complete."),
                merged=False,
                sets=(Assignment(("meta", "fidelity_version"), "1.0"),),
            ),
            Parameter("meta", ("meta",), SUCCESS.fields[3], MAY, lore("More metadata."), merged=True),
        ),
        extra_keywords="data",
        examples=(BuilderExample(f"Nothing at all {HOSTILE}", HOSTILE, {}, SMALLEST, cite("70")),),
    ),
    Builder(
        "error_response",
        FAILURE,
        lore("Makes a failure."),
        parameters=(
            Parameter("message", ("error",), FAILURE.fields[2], MUST, lore("What happened."), merged=False),
            Parameter(
                "error_code",
                ("data", "error_code"),
                ERROR_DATA.fields[0],
                SHOULD,
                lore(HOSTILE),
                merged=False,
                default="BAD_INPUT",
            ),
        ),
        extra_keywords="",
        examples=(BuilderExample("A failure", "", {"message": "no"}, FAILED, ()),),
    ),
)

CONTRACT = Contract(
    file="contract/sample-v2.yaml",
    name="sample-v2",
    version="2.0.0",
    title=f"Sample <responses> & more {HOSTILE}",
    lore=Lore("What the sample says.\n\n" + HOSTILE, notes=(Note(HOSTILE),), origin=cite()),
    sources=(GUIDE, PAGE),
    envelope=ENVELOPE,
    records=(META, PAGINATION, WARNING, ERROR_DATA, DIGEST, SNIPPET, MARKS),
    texts=(LOCATOR, SLUG),
    enums=(FIDELITY, SEVERITY, ERROR_TYPE, ERROR_CODE, WARNING_CODE),
    builders=BUILDERS,
    rules=(
        Rule(MUST, lore("Put payload into `data`.", "80")),
        Rule(SHOULD, lore(HOSTILE)),
        Rule(MAY, Lore("Add timing.", notes=(Note("If it is known."),))),
    ),
    edge_cases=(EdgeCase(f"Nothing found {HOSTILE}", HOSTILE, lore("Not an error.", "90-91")),),
    guides=(
        Guide("Reading a digest", lore("In order."), "DigestPayload", ("Detect it.", HOSTILE), ()),
        Guide(f"Check list {HOSTILE}", lore(""), "", (), ("Use the builders.", HOSTILE)),
    ),
    examples=(
        _example("The smallest", SMALLEST),
        _example(f"A failure | with code {HOSTILE}", FAILED),
        Example("A snippet", "", ExampleKind.VALID, SNIPPET, SNIPPET_VALUE, "", "", ()),
        Example("A digest", "", ExampleKind.VALID, DIGEST, DIGEST_VALUE, "", "", ()),
        Example("A place", "", ExampleKind.VALID, LOCATOR, "char:5-6", "", "", ()),
        Example("Some metadata", "", ExampleKind.FRAGMENT, META, {"trace_id": "t"}, "", "", ()),
        Example("Shortened", "", ExampleKind.ABRIDGED, ENVELOPE, ABSENT, '{"data": {...}}\n```\n<b>', "", ()),
        Example("A sketch", "", ExampleKind.SKETCH, ENVELOPE, ABSENT, '"error": string | null', "", ()),
        _example("Business data at the root", {**_SMALLEST, "found": True}, ExampleKind.INVALID, "/found"),
        _example("No version", {**_SMALLEST, "meta": {}}, ExampleKind.INVALID, "/meta"),
    ),
    anti_patterns=(
        AntiPattern(
            f"Data at the *root* {HOSTILE}",
            lore("Clients look into `data`.", "95"),
            bad=(_example("Bad", {**_SMALLEST, "rows": []}, ExampleKind.INVALID, "/rows"),),
            good=(_example("Good", {**_SMALLEST, "data": {"rows": []}}),),
        ),
    ),
    rollout=Rollout("sample_v2", lore(HOSTILE, "99")),
    links=(
        Link(f"A [guide] {HOSTILE}", f"../docs/guide (old).md {HOSTILE}"),
        Link(f"Home {HOSTILE}", "https://example.org/?a=1&b=2"),
    ),
    tiers=(STABLE, VENDOR),
    gates=(NIGHT,),
)
