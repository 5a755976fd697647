// What a user of the exceptions may write, and what the compiler refuses.
import {
  ContractError,
  ErrorCode,
  errors,
  exceptionFor,
  NotFoundError,
  RateLimitError,
  type ToolResponseFailure,
} from "response-v2";

function answer(run: () => void): Response | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof RateLimitError) return reply(error.response, error.httpStatus ?? 500, error.headers);
    if (error instanceof ContractError && error.errorCode === ErrorCode.NOT_FOUND) return undefined;
    throw error;
  }
  return undefined;
}
type Response = [ToolResponseFailure, number, { [name: string]: string }];
const reply = (...parts: Response): Response => parts;

const plain: Error = new NotFoundError("Gone");
const caused = new NotFoundError("Gone", { errorCode: "SPEC_NOT_FOUND", requestId: "r1", cause: plain });
const decision: "no" | "maybe" | "yes" | undefined = caused.retry?.decision;
const kept: ContractError = exceptionFor(errors.unauthorized());
class SpecNotFoundError extends NotFoundError {
  constructor(readonly_: string) {
    super(`There is no spec '${readonly_}'`, { errorCode: ErrorCode.SPEC_NOT_FOUND });
  }
}

// @ts-expect-error the message is missing
new NotFoundError();
// @ts-expect-error there is no such option
new NotFoundError("Gone", { requstId: "r1" });
// @ts-expect-error the response cannot be replaced
caused.response = errors.unauthorized();
// @ts-expect-error a status can be missing
const status: number = caused.httpStatus;

export { answer, decision, kept, SpecNotFoundError, status };
