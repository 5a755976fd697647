// The envelope of response-v2 as a user of zod would write it: the same keys, levels and verdicts. What is inside free
// objects is not looked at, as in every schema that says `unknown`.
import { readFileSync } from "node:fs";
import { z } from "zod";

const schema = JSON.parse(
  readFileSync(new URL("../../generated/response-v2/json-schema/response-v2.schema.json", import.meta.url), "utf8"),
);
const dateTime = new RegExp(schema.$defs.RateLimit.properties.reset_at.pattern, "u");
const free = z.record(z.string(), z.unknown());

const warningDetail = z.looseObject({
  code: z.string().optional(),
  severity: z.enum(["info", "warning", "error"]).optional(),
  message: z.string(),
  context: free.optional(),
});
const pagination = z.looseObject({
  cursor: z.string().nullable().optional(),
  has_more: z.boolean().optional(),
  total_count: z.int().optional(),
  page_size: z.int().optional(),
});
const rateLimit = z.looseObject({
  limit: z.int().optional(),
  remaining: z.int().optional(),
  reset_at: z.string().regex(dateTime).optional(),
  retry_after_seconds: z.int().nullable().optional(),
});
const telemetry = z.looseObject({
  duration_ms: z.number().optional(),
  db_queries: z.int().optional(),
  cache_hit: z.boolean().optional(),
});
const meta = z.looseObject({
  version: z.literal("response-v2"),
  request_id: z.string().optional(),
  trace_id: z.string().optional(),
  span_id: z.string().optional(),
  warnings: z.array(z.string()).optional(),
  warning_details: z.array(warningDetail).optional(),
  pagination: pagination.nullable().optional(),
  rate_limit: rateLimit.nullable().optional(),
  telemetry: telemetry.nullable().optional(),
  content_fidelity: z.enum(["full", "partial", "summary", "reference_only"]).optional(),
  content_fidelity_schema_version: z.string().optional(),
  dropped_content_ids: z.array(z.string()).optional(),
  content_archive_hashes: z.record(z.string(), z.string()).optional(),
});
const errorData = z.looseObject({
  error_code: z.string().optional(),
  error_type: z.string().optional(),
  remediation: z.string().optional(),
  details: free.optional(),
  retry_after_seconds: z.int().optional(),
});

export const envelope = z.discriminatedUnion("success", [
  z.strictObject({ success: z.literal(true), data: free, error: z.null(), meta }),
  z.strictObject({ success: z.literal(false), data: errorData, error: z.string().min(1), meta }),
]);
