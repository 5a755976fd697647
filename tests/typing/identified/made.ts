import { errors } from "cars";

const response = errors.noCar({ plate: "plate", requestId: "request_id" });
