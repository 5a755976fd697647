import { errors, warningDetails } from "response-v2";

const response = errors.validationError({ field: "email", constraint: "at most 100" });
const warning = warningDetails.contentTruncated({ droppedCount: 3 });
import { successResponse } from "response-v2";
successResponse({}, { warningDetails: [warning] });
