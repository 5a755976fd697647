// What a consumer of response-v2 may write.
import {
  ContentFidelity,
  ErrorCode,
  errorCodes,
  errorResponse,
  errorTypes,
  successResponse,
  type DigestPayload,
  type JsonObject,
  type Meta,
  type ToolResponse,
  type ToolResponseFailure,
  type ToolResponseSuccess,
} from "response-v2";

interface Task {
  id: string;
  done: boolean;
}

// The mark tells the outcomes apart, and the payload keeps its own type.
export function titles(response: ToolResponse<{ tasks: Task[] }>): string[] {
  if (response.success) {
    const nothing: null = response.error;
    return nothing ?? response.data.tasks.map((task) => task.id);
  }
  const message: string = response.error;
  return [message, response.data.error_code ?? "none"];
}

// The payload is inferred; without one it is any JSON object.
const page: ToolResponseSuccess<{ tasks: Task[] }> = successResponse({
  tasks: [{ id: "a", done: true }],
});
const empty: ToolResponseSuccess<JsonObject> = successResponse();
const loose: ToolResponse = page.data.tasks.length > 0 ? empty : errorResponse("Nothing there");

// An interface, a class and a type that is not known yet are payloads too, and lists may be read-only.
declare const task: Task;
declare const titled: readonly string[];
class Titled {
  title = "";
}
const one: ToolResponseSuccess<Task> = successResponse(task, { warnings: titled });
const made: ToolResponseSuccess<Titled> = successResponse(new Titled());
export function wrapped<T extends object>(data: T): ToolResponse<T> {
  return successResponse<T>(data);
}

// A code that the contract does not know is a string like any other.
const own: ToolResponseFailure = errorResponse("Odd", {
  errorCode: "OUR_OWN",
  errorType: "our_own",
});
const known: ToolResponseFailure = errorResponse("Gone", { errorCode: ErrorCode.NOT_FOUND });

// What may be missing can be passed on as it is.
export function traced(requestId?: string): ToolResponseFailure {
  return errorResponse("No", { requestId, rateLimit: null, meta: { shard: 7, request_id: "b" } });
}

// Known values have an entry for certain, other strings perhaps.
const status: number = errorTypes.validation.httpStatus;
const decision: "no" | "maybe" | "yes" = errorTypes.internal.retry.decision;
const type: string = errorCodes.NOT_FOUND.errorType;
const perhaps: string | undefined = errorCodes[own.data.error_code ?? ""]?.description;

// Optional, nullable and open.
const meta: Meta = { version: "response-v2", pagination: null, anything: [1, 2], request_id: "a" };
const cursor: string | null | undefined = meta.pagination?.cursor;
const fidelity: ContentFidelity = "reference_only";
const other: unknown = meta["anything"];
const literal: "full" = ContentFidelity.FULL;
declare const digest: DigestPayload;
const kind: "digest/v1" = digest.content_type;
export const used: unknown[] = [
  one,
  made,
  loose,
  known,
  status,
  decision,
  type,
  perhaps,
  cursor,
  fidelity,
  other,
  literal,
  kind,
];
