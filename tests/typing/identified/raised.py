from cars import ContractError, MissingError

try:
    raise MissingError("It did not work", request_id="request_id")
except ContractError as error:
    response = error.response
