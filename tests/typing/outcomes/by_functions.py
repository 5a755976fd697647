from typing import assert_type

import mail_imap as mail
import response_v2 as tools


def read(response: tools.ParsedToolResponse) -> None:
    if tools.is_success(response):
        assert_type(response, tools.ParsedToolResponseSuccess)
    else:
        assert_type(response, tools.ParsedToolResponseFailure)
    if tools.is_failure(response):
        assert_type(response, tools.ParsedToolResponseFailure)
    else:
        assert_type(response, tools.ParsedToolResponseSuccess)


def read_message(value: object) -> None:
    response = mail.parse_imap_get_message_tool_result(value)
    if mail.is_success(response):
        assert_type(response, mail.ParsedToolEnvelope[mail.GetMessage])
    else:
        assert_type(response, mail.ParsedErrorEnvelope)
    if mail.is_failure(response):
        assert_type(response, mail.ParsedErrorEnvelope)
    else:
        assert_type(response, mail.ParsedToolEnvelope[mail.GetMessage])
