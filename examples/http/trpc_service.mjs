// The desk takes a book back, with tRPC. Standard Schemas of the package validate the request and the response.

import { initTRPC } from "@trpc/server";
import { bookSchema, errors, found, getBookAnswerSchema } from "library";

const trpc = initTRPC.create();

export const router = trpc.router({
  returnBook: trpc.procedure
    .input(bookSchema)
    .output(getBookAnswerSchema)
    .mutation(({ input }) => {
      if (input.copies > 9) return errors.noCopyLeft({ book: input.title });
      return input.copies === 0 ? { data: { book: "not a book" } } : found({ book: input });
    }),
});
