from task_server import ToolResponse, errors

found: ToolResponse = errors.not_found("Task", "t-1", candidates=["t-2"], request_id="r1")
told: ToolResponse = errors.validation_error("The title is too long", field="title")
errors.unauthorized()
errors.validation_error()  # error: call-arg, reportCallIssue
errors.validation_error("No", fild="title")  # error: call-arg, reportCallIssue
errors.not_found("Task")  # error: call-arg, reportCallIssue
errors.not_found("Task", 1)  # error: arg-type, reportArgumentType
errors.rate_limit_error(100, "minute", retry_after_seconds="45")  # error: arg-type, reportArgumentType
