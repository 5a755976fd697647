// What a consumer of response-v2 may write about values that it knows nothing of.
import type { StandardSchemaV1 } from "@standard-schema/spec";
import {
  InvalidResponse,
  digestPayloadSchema,
  errorCodeSchema,
  isValid,
  isValidDigestPayload,
  isValidErrorCode,
  isValidSeverity,
  parse,
  parseJson,
  safeParse,
  safeParseJson,
  toolResponseSchema,
  validate,
  validateDigestPayload,
  type DigestPayload,
  type ErrorCode,
  type Finding,
  type JsonObject,
  type Severity,
  type ToolResponse,
} from "response-v2";
import { toolResponseJsonSchema as full, type ObjectJsonSchema } from "response-v2/schemas";
import { toolResponseJsonSchema as lean } from "response-v2/schemas/lean";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

// Guards narrow what is unknown, down to the outcomes.
export function title(value: unknown): string {
  if (isValid(value)) {
    const response: ToolResponse = value;
    return response.success ? Object.keys(response.data).join() : response.error;
  }
  if (isValidDigestPayload(value)) return value.summary;
  if (isValidSeverity(value)) {
    const severity: Severity = value;
    return severity;
  }
  // @ts-expect-error: nothing is known about it any more.
  return value.summary;
}

// Any string is an error code, so a guard must not promise one of the known codes.
export function known(value: unknown): ErrorCode {
  if (isValidErrorCode(value)) {
    const text: string = value;
    // @ts-expect-error: it may be another string.
    const code: ErrorCode = value;
    return text === code ? code : "NOT_FOUND";
  }
  return "INTERNAL_ERROR";
}

// Parsers give the union, which its mark tells apart.
export function data(value: unknown, text: string): JsonObject | string | null {
  const response = parse(value);
  if (!response.success) return parseJson(text).error ?? response.error;
  const result = safeParse(value);
  if (result.success) return result.value.success ? result.value.data : result.value.error;
  // @ts-expect-error: there is no value among the findings.
  const nothing: unknown = result.value;
  const again = safeParseJson(text);
  return again.success || nothing ? response.data : (again.findings[0]?.message ?? null);
}

// Who has a value that may not be JSON says so; nothing else can be said.
export function fromAnywhere(value: unknown, undecoded: boolean | undefined): ToolResponse | undefined {
  if (validate(value, { undecoded }).length > 0) return undefined;
  // @ts-expect-error: what is not JSON is a finding, and no verdict.
  if (isValidDigestPayload(value, { undecoded: true })) return parse(value.summary);
  // @ts-expect-error: there is no such option.
  if (validate(value, { decoded: true }).length > 0) return undefined;
  // @ts-expect-error: an index is no option.
  if (isValid(value, 0)) return value;
  // @ts-expect-error: parsers take what was decoded.
  const result = safeParse(value, { undecoded });
  return isValid(value) && result.success ? value : undefined;
}

// Validators can be given to methods of lists, which pass an index besides.
export function many(values: readonly unknown[]): Finding[][] {
  const responses: ToolResponse[] = values.filter(isValid);
  const digests: DigestPayload[] = values.filter(isValidDigestPayload);
  const parsed: ToolResponse[] = values.map(parse);
  const successes: boolean[] = values.map(safeParse).map(({ success }) => success);
  return responses.length + digests.length + parsed.length + successes.length > 0 ? values.map(validate) : [];
}

// Findings say where, how bad and what.
export function errors(value: unknown): string[] {
  const found: Finding[] = [...validate(value), ...validateDigestPayload(value)];
  // @ts-expect-error: there are no other levels.
  if (found.some((finding) => finding.level === "fatal")) return [];
  // @ts-expect-error: there are no other rules.
  if (found.some((finding) => finding.rule === "colour")) return [];
  return found.filter(({ level }) => level === "error").map(({ pointer, rule }) => `${pointer} ${rule}`);
}

export function told(error: unknown): Finding[] {
  return error instanceof InvalidResponse ? error.findings : [];
}

// The schemas are Standard Schemas, and libraries infer the types from them.
const schemas: StandardSchemaV1[] = [toolResponseSchema, digestPayloadSchema, errorCodeSchema];
const output: Same<StandardSchemaV1.InferOutput<typeof toolResponseSchema>, ToolResponse> = true;
const input: Same<StandardSchemaV1.InferInput<typeof digestPayloadSchema>, DigestPayload> = true;
export const facts: unknown[] = [schemas, output, input];
export const tool: { outputSchema: { type: "object"; [keyword: string]: unknown } } = { outputSchema: lean };
export const constants: ObjectJsonSchema[] = [full, lean];

export function checked<Schema extends StandardSchemaV1>(
  schema: Schema,
  value: unknown,
): StandardSchemaV1.InferOutput<Schema> | undefined {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise || result.issues) return undefined;
  return result.value as StandardSchemaV1.InferOutput<Schema>;
}

export const digest: DigestPayload | undefined = checked(digestPayloadSchema, {});
// @ts-expect-error: a digest is no response.
export const response: ToolResponse | undefined = checked(digestPayloadSchema, {});
