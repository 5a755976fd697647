// The desk takes a book back, with hono. A Standard Schema of the package validates the request.

import { sValidator } from "@hono/standard-validator";
import { Hono } from "hono";
import { bookSchema, found, InvalidError, LentError } from "library";
import { reply, replyTo, replyToStatus } from "library/http";

const onInvalid = (result) => {
  if (!result.success) throw new InvalidError(result.error.map((issue) => issue.message).join("; "));
};
const send = (context, { body, status, headers }) => context.json(body, status, headers);

export const app = new Hono();
app.onError((error, context) => send(context, replyTo(error)));
app.notFound((context) => send(context, replyToStatus(404)));

app.put("/books", sValidator("json", bookSchema, onInvalid), (context) => {
  const book = context.req.valid("json");
  if (book.copies > 9) throw new LentError("There is no room on the shelf");
  if (book.copies === 0) throw new TypeError("a secret");
  return send(context, reply(found({ book }), 201));
});
