"""A server for mail-imap, over a mailbox in memory."""

from mail_imap import (
    Account,
    GetMessage,
    InvalidParamsError,
    IssueCollector,
    ListAccounts,
    MessageDetail,
    MessageIdParts,
    MessageSummary,
    ResourceNotFoundError,
    SearchMessages,
    parse_message_id,
)
from mail_imap.mcp import contract_tool
from mail_imap.parsing import InvalidResponse
from serving import create, run

ACCOUNT, MAILBOX, VALIDITY = "default", "INBOX", 12345
MAIL = {
    41: ("ada@example.org", "News of the project", "Hello, this is how far we got."),
    42: ("grace@example.org", "", ""),  # the headers of this one cannot be read
    43: ("mary@example.org", "Minutes", "Attached."),
}
server = create("mail")


@server.tool()
@contract_tool(summary=lambda data: f"{len(data['accounts'])} account is configured")
def imap_list_accounts() -> ListAccounts:
    """List the configured accounts."""
    return ListAccounts(accounts=[Account(account_id=ACCOUNT, host="imap.example.org", port=993, secure=True)])


@server.tool()
@contract_tool(summary=lambda data: f"{data['returned']} messages were returned")
def imap_search_messages(mailbox: str, text: str = "") -> dict[str, object]:
    """Search a mailbox. Messages that cannot be read are issues, and no failure."""
    if mailbox != MAILBOX:
        raise ResourceNotFoundError(f"There is no mailbox '{mailbox}'")
    collector, found = IssueCollector(), []
    for uid, (_, subject, _) in MAIL.items():
        if not subject:
            about = {"message": f"No answer for UID {uid}", "uid": uid, "message_id": str(_id(uid))}
            collector.add(code="fetch_failed", stage="fetch_headers", retryable=True, **about)
        elif text in subject:
            found.append(MessageSummary(**_summary(uid)))
            collector.succeed()
    data = SearchMessages(
        account_id=ACCOUNT, mailbox=MAILBOX, total=len(MAIL), attempted=0, returned=0, failed=0, messages=found,
        has_more=False,
    )  # fmt: skip
    return dict(collector.apply(data))


@server.tool()
@contract_tool(summary="The message was fetched")
def imap_get_message(message_id: str) -> GetMessage:
    """Fetch one message."""
    try:
        uid = int(parse_message_id(message_id).uid)
    except InvalidResponse as error:
        raise InvalidParamsError("message_id: expected imap:ACCOUNT:MAILBOX:UIDVALIDITY:UID") from error
    if uid not in MAIL:
        raise ResourceNotFoundError(f"There is no message with the UID {uid}")
    if uid == 42:
        raise ConnectionResetError("user ada, password hunter2")  # a crash: no client ever sees this text
    message = MessageDetail(**_summary(uid), body_text=MAIL[uid][2])
    return GetMessage(account_id=ACCOUNT, message=message)


def _id(uid: int) -> MessageIdParts:
    return MessageIdParts(ACCOUNT, MAILBOX, str(VALIDITY), str(uid))


def _summary(uid: int) -> dict[str, object]:
    sender, subject, _ = MAIL[uid]
    uri = f"imap://{ACCOUNT}/mailbox/{MAILBOX}/message/{VALIDITY}/{uid}"
    return {
        "message_id": str(_id(uid)), "message_uri": uri, "message_raw_uri": f"{uri}/raw", "mailbox": MAILBOX,
        "uidvalidity": VALIDITY, "uid": uid, "from_": sender, "subject": subject, "flags": [],
    }  # fmt: skip


if __name__ == "__main__":
    run(server)
