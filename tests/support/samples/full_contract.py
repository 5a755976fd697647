"""A contract that uses every part of the model once, with hostile texts."""

from sealwax.contract.model import (
    ABSENT,
    AntiPattern,
    AnyObject,
    AnyValue,
    Ascent,
    Assignment,
    Boolean,
    Builder,
    BuilderExample,
    Catalogue,
    Column,
    ConditionalLevel,
    Constant,
    Contract,
    Deprecation,
    Documentation,
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
    HasKey,
    HasValue,
    Integer,
    Json,
    LetterCase,
    Level,
    Link,
    ListOf,
    MapOf,
    NamedConstant,
    Null,
    Nullable,
    Number,
    Numbering,
    Order,
    Outcome,
    OutcomeName,
    Parameter,
    Payload,
    Record,
    Reference,
    Retry,
    RetryDecision,
    Rollout,
    Rule,
    String,
    SupersededKey,
    Tag,
    Text,
    TextForm,
    TextPart,
    Tier,
)
from sealwax.contract.model.output import SERVING, Output
from sealwax.patterns import Pattern, parse_pattern
from sealwax.patterns.numbers import number_pattern
from sealwax.targets import TARGETS

HOSTILE = (
    "Ends */ here --> \"quoted\" 'single' \\ back `code | pipe` {{ braces }} {% tag %} <b>html</b> &amp; *stars* "
    "_under_ [link](x) ![i](y) # no heading | pipe ~~~ ``` $1 \U0001f600 \u4e2d"
)

MUST, SHOULD, MAY = Level.MUST, Level.SHOULD, Level.MAY


def docs(doc: str) -> Documentation:
    return Documentation(doc)


FIDELITY = Enum(
    "Fidelity",
    HOSTILE,
    docs("How complete a response is."),
    open=False,
    values=(
        EnumValue("full", docs("All of it."), cells=("Always, unless | pressed",)),
        EnumValue("partial", docs("Some of it."), cells=(HOSTILE,)),
        EnumValue("reference_only", docs("Names only."), cells=("When *very* large",)),
    ),
    case=LetterCase.LOWER_SNAKE,
    order=Order.HIGHEST_FIRST,
    columns=(Column("use", f"Use | case {HOSTILE}"),),
)
SEVERITY = Enum(
    "Severity",
    "Severity",
    docs("How bad it is."),
    open=False,
    values=(EnumValue("info", docs("Fine.")), EnumValue("error", docs("Not fine."))),
)
ERROR_TYPE = Enum(
    "ErrorType",
    "Error types",
    docs("What kind of failure."),
    open=True,
    values=(
        EnumValue("validation", docs("Bad input."), http=400, jsonrpc=-32602, retry=Retry(RetryDecision.NO, HOSTILE)),
        EnumValue(
            "rate_limit", docs("Too many."), http=429, jsonrpc=-32000, retry=Retry(RetryDecision.YES, "after the delay")
        ),
        EnumValue("odd", docs(HOSTILE)),
    ),
    catalogue=Catalogue.ERROR_TYPES,
)
ERROR_CODE = Enum(
    "ErrorCode",
    "Error codes",
    docs("Which failure."),
    open=True,
    values=(
        EnumValue("BAD_INPUT", docs(HOSTILE), classified_as="validation"),
        EnumValue(
            "TOO_MANY",
            Documentation("Slow down.", notes=(HOSTILE,), since="1.1"),
            classified_as="rate_limit",
            message=f"Limit {{limit}} | reached {HOSTILE}",
            remediation=HOSTILE,
            context=(
                Field("limit", Integer(minimum=1), MUST, docs("How many.")),
                Field("seconds", Integer(), MAY, docs("How long.")),
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
    docs("Which warning."),
    open=True,
    values=(EnumValue("STALE", docs("Old data."), classified_as="info", message="Old"),),
    catalogue=Catalogue.WARNING_CODES,
)

_DIGITS = parse_pattern("^[0-9]+$")
START = TextPart("start", String(pattern=_DIGITS), _DIGITS, "Where it starts.")
END = TextPart("end", String(pattern=_DIGITS), _DIGITS, "Where it ends, exclusive.")
PAGE_PART = TextPart("page", Integer(1, 999), number_pattern(1, 999), HOSTILE)
LOCATOR = Text(
    "Locator",
    "Locator",
    docs("Where a quote stands."),
    String(pattern=parse_pattern("^(page:[1-9][0-9]{0,2}:)?char:[0-9]+-[0-9]+$")),
    forms=(
        TextForm(
            "plain",
            "Text",
            "char:{start}-{end}",
            "char:1-2",
            "Characters 1 to 1.",
            ("char:", "-", ""),
            (START, END),
            Pattern("", "char:([0-9]+)-([0-9]+)", grouped=False),
        ),
        TextForm(
            "paged",
            f"PDF | page {HOSTILE}",
            "page:{page}:char:{start}-{end}",
            "page:3:char:1-2",
            HOSTILE,
            ("page:", ":char:", "-", ""),
            (PAGE_PART, START, END),
            Pattern("", "page:([1-9][0-9]{0,2}):char:([0-9]+)-([0-9]+)", grouped=False),
        ),
    ),
    parts=(START, END, PAGE_PART),
    semantics=("Positions count from zero.", HOSTILE),
    ascents=(Ascent("start", "end", Pattern("", "char:([0-9]+)-([0-9]+)", grouped=False)),),
)
SLUG = Text("Slug", "Slug", docs("A short name."), String(min_length=1, max_length=8))

SNIPPET = Record(
    "Snippet",
    HOSTILE,
    docs(HOSTILE),
    open=False,
    standalone=True,
    fields=(
        Field("text", String(max_length=5), MUST, docs(HOSTILE)),
        Field("locator", Reference(LOCATOR), MUST, docs("Its place.")),
        Field("score", Number(0.0, 1.0), MUST, docs("How well it fits.")),
        Field("label", Reference(SLUG), MAY, docs("A label.")),
    ),
)
DIGEST = Record(
    "DigestPayload",
    "A digest",
    Documentation("A digest.\n\nTwo paragraphs.", notes=("A note | here.",), since="1.0"),
    open=False,
    standalone=True,
    fields=(
        Field("version", Constant("1.0"), MUST, docs("Its version."), default="1.0"),
        Field("number", Constant(1), MUST, docs("One."), default=1),
        Field("hash", String(8, 8, parse_pattern("^[a-f0-9]{8}$")), MUST, docs("A hash.")),
        Field("points", ListOf(String(max_length=3), max_items=2), MUST, docs("Points."), default=[]),
        Field("snippets", ListOf(Reference(SNIPPET), 0, 2), MUST, docs("Quotes.")),
        Field("count", Integer(minimum=0), MUST, docs("How many.")),
        Field("tags", MapOf(String(min_length=1)), MAY, docs("Tags.")),
        Field("when", String(format=Format.DATE_TIME), MAY, docs("When.")),
        Field("id", Nullable(String(format=Format.UUID)), MAY, docs("Which.")),
        Field("more", AnyValue(), MAY, docs("Anything.")),
        Field("kind", Nullable(Constant("x")), MAY, docs("Perhaps x.")),
    ),
)
PAGINATION = Record(
    "Pagination",
    "Pagination",
    docs("Where the next page is."),
    open=True,
    standalone=False,
    fields=(
        Field("cursor", Nullable(String()), MAY, docs("Opaque.")),
        Field("has_more", Boolean(), MAY, docs("Whether there is more.")),
        Field("total", Integer(), MAY, docs("How many there are."), sum_of=("here", "elsewhere")),
        Field("here", Integer(), MAY, docs("How many are here.")),
        Field("elsewhere", Integer(), MAY, docs("How many are elsewhere."), expects=(HasValue("has_more", (True,)),)),
    ),
)
WARNING = Record(
    "WarningDetail",
    "A warning",
    docs("A warning with facts."),
    open=True,
    standalone=False,
    fields=(
        Field("code", Reference(WARNING_CODE), SHOULD, docs("Which.")),
        Field("severity", Reference(SEVERITY), SHOULD, docs("How bad."), follows="code"),
        Field("message", String(), MUST, docs("For people.")),
        Field("context", AnyObject(), MAY, docs("Facts.")),
    ),
)
META = Record(
    "Meta",
    "Metadata",
    docs("What is said about a response."),
    open=True,
    standalone=False,
    fields=(
        Field("version", Constant("v2"), MUST, docs("Which contract."), default="v2"),
        Field(
            "request_id",
            String(min_length=1),
            SHOULD,
            Documentation(
                HOSTILE,
                notes=("Once optional; <i>no</i> more.", "Second `note`."),
                since="1.2",
            ),
        ),
        Field("trace_id", String(), MAY, docs("A trace.")),
        Field("pagination", Reference(PAGINATION), MAY, docs("Paging."), readers_accept_null=True),
        Field(
            "fidelity",
            Reference(FIDELITY),
            MAY,
            docs("How complete."),
            conditional=ConditionalLevel(SHOULD, (), f"cut short {HOSTILE}"),
        ),
        Field(
            "fidelity_version",
            String(),
            MAY,
            docs("Which scale."),
            conditional=ConditionalLevel(MUST, (HasValue("fidelity", ("partial", "reference_only"), "below `full`"),)),
        ),
        Field("dropped", ListOf(String()), MAY, docs("What is missing.")),
        Field(
            "hashes",
            MapOf(String()),
            MAY,
            docs("By archive."),
            conditional=ConditionalLevel(MUST, (HasKey("dropped", expected=True),)),
        ),
        Field("warnings", ListOf(Reference(WARNING)), MAY, docs("What went wrong.")),
    ),
)
NUMBERING = Numbering(("error_code",), ERROR_CODE, is_certain=False)
ERROR_DATA = Record(
    "ErrorData",
    "Error data",
    docs("What a program needs to know."),
    open=True,
    standalone=False,
    fields=(
        Field("error_code", Reference(ERROR_CODE), SHOULD, docs("Which.")),
        Field("error_type", Reference(ERROR_TYPE), SHOULD, docs("What kind."), follows="error_code"),
        Field(
            "details",
            AnyObject(),
            MAY,
            Documentation("More.", deprecated=Deprecation("1.9", "number", f"It moved. {HOSTILE}", "2.0")),
        ),
        Field("number", Integer(), MAY, docs("As JSON-RPC has it."), number_of=NUMBERING),
    ),
)


STABLE = Tier("stable", "Stable", f"It stays. {HOSTILE}", "", "", undeclared=False, docs=docs(HOSTILE))
VENDOR = Tier("vendor", f"Makers {HOSTILE}", "Ask its maker.", "x_", HOSTILE, undeclared=True, docs=docs("Others."))
NIGHT = Gate("night", docs(HOSTILE))
MARKS = Record(
    "Marks",
    "Marks",
    docs("Keys that promise more or less."),
    open=True,
    standalone=False,
    fields=(
        Field("mark", String(), MAY, docs("A mark."), tier=STABLE),
        Field("x_owl", Boolean(), MAY, docs("Whether there is an owl."), tier=VENDOR, gate=NIGHT),
    ),
    tiers=(STABLE, VENDOR),
)


def _general(data: Field, error: Field, success: Field) -> tuple[Field, ...]:
    meta = Field("meta", Reference(META), MUST, docs("About the response."), default={"version": "v2"})
    return (success, data, error, meta)


OLD_KEYS = (SupersededKey("_warnings", "meta.warnings", docs(HOSTILE)),)
DATA = Field("data", Payload(), MUST, docs("The payload."), default={}, superseded=OLD_KEYS)
ERROR_FIELD = Field("data", Reference(ERROR_DATA), MUST, docs("The payload."), default={}, superseded=OLD_KEYS)
SUCCESS = Outcome(
    OutcomeName.SUCCESS,
    "ToolSuccess",
    docs(HOSTILE),
    Tag("success", value=True),
    fields=_general(
        DATA,
        Field("error", Null(), MUST, docs("Nothing."), default=None),
        Field("success", Constant(value=True), MUST, docs("True."), default=True),
    ),
)
FAILURE = Outcome(
    OutcomeName.FAILURE,
    "ToolFailure",
    docs("It failed."),
    Tag("success", value=False),
    fields=_general(
        ERROR_FIELD,
        Field("error", String(min_length=1), MUST, docs("What happened.")),
        Field("success", Constant(value=False), MUST, docs("False."), default=False),
    ),
)
ENVELOPE = Envelope(
    "ToolResponse",
    f"Tool response {HOSTILE}",
    docs(HOSTILE),
    open=False,
    fields=_general(
        Field("data", AnyObject(), MUST, docs("The payload."), default={}, superseded=OLD_KEYS),
        Field("error", Nullable(String()), MUST, docs("What happened, if anything."), default=None),
        Field("success", Boolean(), MUST, docs("Whether it worked.")),
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
    return Example(title, f"About {title}. {HOSTILE}", kind, ENVELOPE, value, "", at)


BUILDERS = (
    Builder(
        "success_response",
        SUCCESS,
        docs(HOSTILE),
        parameters=(
            Parameter("data", ("data",), DATA, MAY, docs("The payload."), merged=False),
            Parameter(
                "fidelity",
                ("meta", "fidelity"),
                META.fields[4],
                MAY,
                docs("How complete."),
                merged=False,
                sets=(Assignment(("meta", "fidelity_version"), "1.0"),),
            ),
            Parameter("meta", ("meta",), SUCCESS.fields[3], MAY, docs("More metadata."), merged=True),
        ),
        extra_keywords="data",
        examples=(BuilderExample(f"Nothing at all {HOSTILE}", HOSTILE, {}, SMALLEST),),
    ),
    Builder(
        "error_response",
        FAILURE,
        docs("Makes a failure."),
        parameters=(
            Parameter("message", ("error",), FAILURE.fields[2], MUST, docs("What happened."), merged=False),
            Parameter(
                "error_code",
                ("data", "error_code"),
                ERROR_DATA.fields[0],
                SHOULD,
                docs(HOSTILE),
                merged=False,
                default="BAD_INPUT",
            ),
        ),
        extra_keywords="",
        examples=(BuilderExample("A failure", "", {"message": "no"}, FAILED),),
    ),
)

CONTRACT = Contract(
    file="contract/sample-v2.yaml",
    name="sample-v2",
    version="2.0.0",
    title=f"Sample <responses> & more {HOSTILE}",
    docs=Documentation("What the sample says.\n\n" + HOSTILE, notes=(HOSTILE,)),
    envelope=ENVELOPE,
    records=(META, PAGINATION, WARNING, ERROR_DATA, DIGEST, SNIPPET, MARKS),
    texts=(LOCATOR, SLUG),
    enums=(FIDELITY, SEVERITY, ERROR_TYPE, ERROR_CODE, WARNING_CODE),
    builders=BUILDERS,
    rules=(
        Rule(MUST, docs("Put payload into `data`.")),
        Rule(SHOULD, docs(HOSTILE)),
        Rule(MAY, Documentation("Add timing.", notes=("If it is known.",))),
    ),
    edge_cases=(EdgeCase(f"Nothing found {HOSTILE}", HOSTILE, docs("Not an error.")),),
    guides=(
        Guide("Reading a digest", docs("In order."), "DigestPayload", ("Detect it.", HOSTILE), (), {}),
        Guide(
            f"Check list {HOSTILE}",
            docs(f"It takes care. {HOSTILE}"),
            "",
            (),
            ("Use the builders.", HOSTILE),
            {"python": "if x:\n    y()\n```\n"},
        ),
    ),
    examples=(
        _example("The smallest", SMALLEST),
        _example(f"A failure | with code {HOSTILE}", FAILED),
        Example("A snippet", "", ExampleKind.VALID, SNIPPET, SNIPPET_VALUE, "", ""),
        Example("A digest", "", ExampleKind.VALID, DIGEST, DIGEST_VALUE, "", ""),
        Example("A place", "", ExampleKind.VALID, LOCATOR, "char:5-6", "", ""),
        Example("Some metadata", "", ExampleKind.FRAGMENT, META, {"trace_id": "t"}, "", ""),
        Example("Shortened", "", ExampleKind.ABRIDGED, ENVELOPE, ABSENT, '{"data": {...}}\n```\n<b>', ""),
        Example("A sketch", "", ExampleKind.SKETCH, ENVELOPE, ABSENT, '"error": string | null', ""),
        _example("Business data at the root", {**_SMALLEST, "found": True}, ExampleKind.INVALID, "/found"),
        _example("No version", {**_SMALLEST, "meta": {}}, ExampleKind.INVALID, "/meta"),
    ),
    anti_patterns=(
        AntiPattern(
            f"Data at the *root* {HOSTILE}",
            docs("Clients look into `data`."),
            bad=(_example("Bad", {**_SMALLEST, "rows": []}, ExampleKind.INVALID, "/rows"),),
            good=(_example("Good", {**_SMALLEST, "data": {"rows": []}}),),
        ),
    ),
    rollout=Rollout("sample_v2", docs(HOSTILE)),
    constants=(NamedConstant("ROLLOUT_FLAG", "sample_v2", docs(HOSTILE)),),
    links=(
        Link(f"A [guide] {HOSTILE}", f"../docs/guide (old).md {HOSTILE}"),
        Link(f"Home {HOSTILE}", "https://example.org/?a=1&b=2"),
    ),
    tiers=(STABLE, VENDOR),
    gates=(NIGHT,),
    output=Output(targets=TARGETS, serve=SERVING, draft_07=True),
)
