// Values of a contract where values of the one below are expected: TypeScript compares their shapes.
import * as base from "response-v2";
import * as harbour from "harbour-office";

function onMeta(meta: base.Meta): string | undefined {
  return meta.request_id;
}
function onResponse(response: base.ToolResponse<object>): boolean {
  return response.success;
}
function onFailure(failure: base.ToolResponseFailure): string {
  return failure.error;
}
function onDetails(details: readonly base.WarningDetail[]): number {
  return details.length;
}
function onCode(code: NonNullable<base.ErrorData["error_code"]>): string {
  return code;
}
function onFindings(findings: readonly base.Finding[]): number {
  return findings.length;
}

const meta: harbour.Meta = { version: "response-v2", request_id: "req-0001", port: "NLRTM" };
onMeta(meta);
const warning: harbour.WarningDetail = { message: "Narrow.", code: "TIGHT_FIT", berth_id: "WK-12" };
onDetails([warning]);
onCode(harbour.ErrorCode.FOG);
onFindings(harbour.validate({}));

const parsed: harbour.ToolResponse = harbour.parse(
  harbour.successResponse({ tides: [] }, { requestId: "req-0001", port: "NLRTM" }),
);
onResponse(parsed);
if (!parsed.success) onFailure(parsed);

const tides: harbour.GetTidesToolResponse = harbour.parseGetTidesToolResponse({
  success: true,
  data: { tides: [{ at: "2026-11-16T06:12:00Z", height_m: 4.1, phase: "high" }] },
  error: null,
  meta: { version: "response-v2", request_id: "req-0001" },
});
onResponse(tides);
if (tides.success) tides.data.tides[0]?.height_m.toFixed(1);

// @ts-expect-error: what the contract demands is missing
const _bare: harbour.Meta = { version: "response-v2" };
