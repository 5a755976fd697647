from mail_imap_pydantic import ErrorEnvelope, ImapGetMessageToolResult, Meta


def subject(text: str) -> str:
    response = ImapGetMessageToolResult.model_validate_json(text).root
    if isinstance(response, ErrorEnvelope):
        return response.error.data.code
    response.error  # error: attr-defined, reportAttributeAccessIssue, reportUnknownMemberType
    return response.data.message.message_id


meta = Meta(now_utc="2026-11-16T00:00:00.000Z", duration_ms=1)
meta.duration  # error: attr-defined, reportAttributeAccessIssue, reportUnknownMemberType
