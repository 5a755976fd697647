from shapes import *

answer("One.", data=About(took=1))  # error: call-overload, reportArgumentType, reportCallIssue
names: ListNamesReplyDict = {  # error: reportAssignmentType
    "summary": "One.",
    "data": {"hits": []},  # error: typeddict-item, typeddict-unknown-key
    "about": {"took": 1},
}
ContractError.from_response(answer("One.", data={}))  # error: arg-type, reportArgumentType
listed: ParsedAnswer[Listed] | ParsedRefusal = parse_find_pages_reply({})  # error: assignment, reportAssignmentType
refusal("Gone.").summary  # error: attr-defined, reportAttributeAccessIssue, reportUnknownMemberType


def find_pages(listed: Listed) -> Answer[Found] | Refusal:
    return answer("One.", data=listed)  # error: arg-type, reportReturnType


def list_names() -> Answer[ListedDict]:
    return answer(  # error: reportReturnType, reportUnknownVariableType
        "One.", data={"hits": []}  # error: typeddict-item, typeddict-unknown-key, reportUnknownArgumentType
    )
