import { RefusedError, TokenError } from "demanding";
new RefusedError("No.");
new TokenError("No.", { softLogout: true, cause: new Error() });
// @ts-expect-error the type of the error makes it a must
new TokenError("No.", { code: "UNKNOWN_TOKEN" });
// @ts-expect-error the same without options
new TokenError("No.");
