// What a consumer of response-v2 may not write. An expected error that does not occur is an error.
import {
  ContentFidelity,
  ErrorCode,
  errorCodes,
  errorResponse,
  severities,
  successResponse,
  type DigestPayload,
  type ErrorResponseOptions,
  type EvidenceSnippet,
  type Meta,
  type Severity,
  type ToolResponse,
  type ToolResponseFailure,
  type ToolResponseSuccess,
  type WarningDetail,
} from "response-v2";

declare const response: ToolResponse<{ tasks: string[] }>;
// @ts-expect-error before it is told apart, there is no payload
export const early: string[] = response.data.tasks;
// @ts-expect-error the version is a fixed text
export const version: Meta = { version: "response-v1" };
// @ts-expect-error the version is required
export const without: Meta = { request_id: "a" };
// @ts-expect-error only readers of three keys take null
export const nothing: Meta = { version: "response-v2", request_id: null };
// @ts-expect-error a missing key is not a key with undefined in it
export const missing: Meta = { version: "response-v2", request_id: undefined };
// @ts-expect-error a closed list takes no other value
export const severity: Severity = "fatal";
// @ts-expect-error not even within a record
export const warning: WarningDetail = { message: "Careful", severity: "fatal" };
// @ts-expect-error a warning has a message
export const silent: WarningDetail = { code: "STALE_CACHE" };
const meta: Meta = { version: "response-v2" };
// @ts-expect-error on success there is no error
export const both: ToolResponseSuccess = { success: true, data: {}, error: "No", meta };
// @ts-expect-error on failure there is one
export const neither: ToolResponseFailure = { success: false, data: {}, error: null, meta };
export const root: ToolResponse = {
  success: true,
  data: {},
  error: null,
  meta,
  // @ts-expect-error nothing else stands at the root
  found: true,
};
// @ts-expect-error the message comes first and must be there
errorResponse();
// @ts-expect-error options are spelled in camel case
errorResponse("No", { error_code: "NOT_FOUND" });
// @ts-expect-error a list of texts is not a text
successResponse({}, { warnings: "Careful" });
// @ts-expect-error the payload is an object
successResponse("text");
// @ts-expect-error and a list is none
successResponse([1, 2]);
// @ts-expect-error nor does the caller choose the version
successResponse({}, { meta: { version: "response-v1" } });
// @ts-expect-error constants are constant
ErrorCode.NOT_FOUND = "MISSING";
// @ts-expect-error and so are entries
errorCodes.NOT_FOUND.description = "Changed";
// @ts-expect-error a closed list has no entry for other values
severities["fatal"];
// @ts-expect-error an unknown code may have no entry
errorCodes["OUR_OWN"].description;
// @ts-expect-error the snippet of a digest has a score
export const snippet: EvidenceSnippet = { text: "a", locator: "char:0-1" };
// @ts-expect-error a digest says what it is
export const digest: Pick<DigestPayload, "content_type"> = { content_type: "digest/v2" };
// @ts-expect-error a constant is a value of its own, not any text
export const full: "full" = ContentFidelity.PARTIAL;
// @ts-expect-error a number is no code
export const options: ErrorResponseOptions = { errorCode: 404 };
