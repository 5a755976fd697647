from response_v2 import (  # error: attr-defined
    no_such_name as name,  # error: reportAttributeAccessIssue, reportUnknownVariableType
)

print(name)  # error: reportUnknownArgumentType
