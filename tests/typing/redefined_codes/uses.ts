import { errors, type ToolResponseFailure } from "task-server";

export const found: ToolResponseFailure = errors.notFound("Task", "t-1", { candidates: ["t-2"], requestId: "r1" });
export const told: ToolResponseFailure = errors.validationError("The title is too long", { field: "title" });
errors.unauthorized();
// @ts-expect-error the message must be given
errors.validationError();
// @ts-expect-error there is no such option
errors.validationError("No", { fild: "title" });
// @ts-expect-error the message goes by position
errors.validationError("No", { message: "title" });
// @ts-expect-error an argument is missing
errors.notFound("Task");
// @ts-expect-error an argument has another type
errors.rateLimitError(100, "minute", "45");
