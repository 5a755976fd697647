"""TypeScript parsers: a value, or the text of one, becomes a typed envelope or an error that tells what is wrong."""

from sealwax.contract import messages
from sealwax.contract.model import Contract
from sealwax.frozen import frozen
from sealwax.languages.typescript import string, type_name
from sealwax.rendering import Finished, header


@frozen
class ParsingView:
    header: Finished
    envelope: Finished
    not_json: Finished


def parsing_view(contract: Contract) -> ParsingView:
    return ParsingView(
        header=Finished(f"// {header(contract.name)}"),
        envelope=type_name(contract.envelope.name),
        not_json=string(messages.NOT_JSON),
    )
