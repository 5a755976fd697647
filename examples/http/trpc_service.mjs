// The desk takes a book back, with tRPC. Standard Schemas of the package validate the request and the response.

import { initTRPC } from "@trpc/server";
import { bookSchema, ContractError, errors, found, getBookAnswerSchema, LentError } from "library";
import { replyTo, replyToStatus } from "library/http";

// tRPC would send the text of every error, and in development its stack.
const errorFormatter = ({ shape, error }) => {
  const isOurs = error.cause instanceof ContractError;
  const isCrash = isOurs || error.code === "INTERNAL_SERVER_ERROR";
  const { body, status } = isCrash ? replyTo(error.cause ?? error) : replyToStatus(shape.data.httpStatus, error.message);
  const { code, path } = shape.data;
  return { ...shape, message: body.title, data: { code, path, httpStatus: status, response: body } };
};
const trpc = initTRPC.create({ errorFormatter });

export const router = trpc.router({
  returnBook: trpc.procedure
    .input(bookSchema)
    .output(getBookAnswerSchema)
    .mutation(({ input }) => {
      if (input.copies === 11) throw new LentError("There is no room on the shelf");
      if (input.copies > 9) return errors.noCopyLeft({ book: input.title });
      return input.copies === 0 ? { data: { book: "not a book" } } : found({ book: input });
    }),
});

// The status over HTTP: an option of every adapter.
export const responseMeta = ({ errors }) => {
  const [error] = errors;
  return error?.cause instanceof ContractError ? { status: replyTo(error.cause).status } : {};
};
