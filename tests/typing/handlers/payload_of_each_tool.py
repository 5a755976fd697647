from mail_imap import (
    Account,
    ErrorEnvelope,
    ImapGetMessageToolResult,
    ImapListAccountsToolResult,
    ImapSearchMessagesToolResult,
    InvalidParamsError,
    IssueCollector,
    ListAccounts,
    ListAccountsDict,
    ParsedErrorEnvelope,
    ParsedToolResult,
    SearchMessages,
    error_response,
    parse_imap_list_accounts_tool_result,
    success_response,
)

ACCOUNTS = ListAccounts(accounts=[Account(account_id="default", host="h", port=993, secure=True)])
FOUND: ListAccountsDict = {"accounts": []}


def list_accounts(kind: str) -> ImapListAccountsToolResult:
    match kind:
        case "record":
            return success_response("One.", data=ACCOUNTS)
        case "dict":
            return success_response("None.", data=FOUND)
        case "display":
            return success_response("None.", data={"accounts": []})
        case "failure":
            return error_response("No.", code="not_found")
        case _:
            return InvalidParamsError("No.").response


def search_messages(found: SearchMessages) -> ImapSearchMessagesToolResult:
    return success_response("Some.", data=IssueCollector().apply(found))


def get_message() -> ImapGetMessageToolResult:
    return success_response("One.", data=ACCOUNTS)  # error: return-value, reportReturnType


def search_others() -> ImapSearchMessagesToolResult:
    return success_response("Some.", data=FOUND)  # error: return-value, reportReturnType


def list_nothing() -> ImapListAccountsToolResult:
    return success_response(  # error: return-value, reportReturnType, reportUnknownVariableType
        "None.", data={"messages": []}  # error: reportUnknownArgumentType
    )


def hosts(value: object) -> list[str]:
    received: ParsedToolResult[ListAccounts] = parse_imap_list_accounts_tool_result(value)
    match received:
        case ParsedErrorEnvelope(error=error):
            raise LookupError(error.message)
        case found:
            return [each.host for each in found.data.accounts]


answer = list_accounts("record")
if isinstance(answer, ErrorEnvelope):
    answer.summary  # error: attr-defined, reportAttributeAccessIssue, reportUnknownMemberType
