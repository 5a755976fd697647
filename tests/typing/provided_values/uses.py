from contextvars import ContextVar

from task_server import defaults

current: ContextVar[str | None] = ContextVar("current", default=None)
defaults.request_id = current.get
defaults.request_id = lambda: "r1"
defaults.request_id = None
defaults.request_id = "r1"  # error: assignment, reportAttributeAccessIssue
defaults.request_id = lambda: 1  # error: assignment, reportAttributeAccessIssue
defaults.requestid = current.get  # error: attr-defined, reportAttributeAccessIssue
