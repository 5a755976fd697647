// The desk takes a book back, with hono. A Standard Schema of the package validates the request.

import { sValidator } from "@hono/standard-validator";
import { Hono } from "hono";
import { BrokenError, bookSchema, ContractError, found, InvalidError, LentError } from "library";

const onInvalid = (result) => {
  if (!result.success) throw new InvalidError(result.error.map((issue) => issue.message).join("; "));
};

export const app = new Hono();

app.put("/books", sValidator("json", bookSchema, onInvalid), (context) => {
  const book = context.req.valid("json");
  if (book.copies > 9) throw new LentError("There is no room on the shelf");
  if (book.copies === 0) throw new TypeError("a secret");
  return context.json(found({ book }), 201);
});

app.onError((error, context) => {
  if (!(error instanceof ContractError)) console.error(error);
  const failed = error instanceof ContractError ? error : new BrokenError("The service failed.");
  const headers = { ...failed.headers, "Content-Type": "application/problem+json" };
  return context.body(JSON.stringify(failed.response), failed.httpStatus ?? 500, headers);
});
