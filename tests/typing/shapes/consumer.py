from typing import assert_type

from shapes import *


def shown(value: object) -> None:
    response = parse_find_pages_reply(value)
    assert_type(response, ParsedAnswer[Found] | ParsedRefusal)
    match response:
        case ParsedAnswer():
            assert_type(response.data, Found)
        case ParsedRefusal():
            assert_type(response.error, Problem)
    assert_type(parse(value), ParsedAnswer[Progress] | ParsedRefusal)


def made(found: Found) -> Reply:
    assert_type(answer("One.", data=found), Answer[Found])
    assert_type(errors.gone(page="seven"), Refusal)
    return answer("One.", data={"left": 0})


def on_the_wire(response: FindPagesAnswerDict) -> AnswerDict[FoundDict]:
    assert_type(response["data"]["hits"], list[HitDict])
    general: ReplyDict = {"summary": "One.", "data": {"left": 0}, "about": {"took": 1}}
    tool: FindPagesReplyDict = {"summary": "One.", "data": {"hits": []}, "about": {"took": 1}}
    failed: list[ReplyDict | FindPagesReplyDict] = [general, tool]
    assert failed
    return response


def guarded(value: object) -> ListNamesReplyDict | None:
    if is_valid_found(value):
        assert_type(value, FoundDict)
    if is_valid(value):
        assert_type(value, ReplyDict)
    return value if is_valid_list_names_reply(value) else None


def find_pages(found: Found) -> Answer[Found] | Refusal:
    response = answer("One.", data=found)
    return response if found.hits else refusal("Gone.")


def list_names() -> Answer[ListedDict]:
    return answer("One.", data={"names": []})


def any_tool(payload: dict[str, object]) -> Answer:
    return answer("One.", data=payload)
