from cars import ContractError, errors

response = errors.no_car(
    plate="plate",
    request_id="request_id",
)
raise ContractError.from_response(response)
