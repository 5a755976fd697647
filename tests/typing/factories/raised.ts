// What a user of the error and warning functions may write, and what the compiler refuses.
import {
  describe,
  errors,
  httpStatus,
  isRetryable,
  successResponse,
  warningDetails,
  type ToolResponseFailure,
  type WarningDetail,
} from "response-v2";

const limited: ToolResponseFailure = errors.rateLimitExceeded({
  limit: 100,
  period: "minute",
  retryAfterSeconds: 45,
  requestId: "req_1",
  rateLimit: { remaining: 0 },
});
const plain: ToolResponseFailure = errors.unauthorized();
const told: ToolResponseFailure = errors.unauthorized({ message: "Who are you?", meta: { shard: 1 } });
const odd: ToolResponseFailure = errors.validationError({
  field: "age",
  constraint: "at least 0",
  received: -1,
});

const warning: WarningDetail = warningDetails.contentTruncated({ droppedCount: 3, reason: null });
successResponse({}, { warningDetails: [warning, warningDetails.fallbackUsed({ preferred: "a", fallback: "b" })] });

const again: boolean | null = isRetryable("OUR_OWN", "rate_limit");
const status: number | null = httpStatus("NOT_FOUND");
const words: string | null = describe("NOT_FOUND", null);

// @ts-expect-error a fact is missing
errors.rateLimitExceeded({ limit: 100, period: "minute" });
// @ts-expect-error a fact has another type
errors.rateLimitExceeded({ limit: "100", period: "minute", retryAfterSeconds: 45 });
// @ts-expect-error there are no arguments at all
errors.notFound();
// @ts-expect-error the code is settled
errors.unauthorized({ errorCode: "FORBIDDEN" });
// @ts-expect-error there is no such argument
errors.unauthorized({ limit: 100 });
// @ts-expect-error there is no such code
errors.quotaExhausted();
// @ts-expect-error there is no such severity
warningDetails.staleCache({ cacheAgeSeconds: 1, severity: "fatal" });
// @ts-expect-error a fact is missing
warningDetails.staleCache({});

export { again, limited, odd, plain, status, told, words };
