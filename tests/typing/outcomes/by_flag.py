from typing import assert_type

from response_v2 import ParsedToolResponse, ParsedToolResponseFailure, ParsedToolResponseSuccess


def read(response: ParsedToolResponse) -> None:
    if response.success is True:
        assert_type(response, ParsedToolResponseSuccess)
    else:
        assert_type(response, ParsedToolResponseFailure)
