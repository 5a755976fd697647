import { warningDetails } from "response-v2";

const warning = warningDetails.contentTruncated({
  droppedCount: 3,
});
import { successResponse } from "response-v2";
successResponse({}, { warningDetails: [warning] });
