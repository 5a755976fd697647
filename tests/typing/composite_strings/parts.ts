import { formatLocator, parseLocator, parseMessageId, type LocatorParts } from "composite-strings";

const parts: LocatorParts = parseLocator("all");
if (parts.form === "pdf") {
  const page: number = parts.page;
  formatLocator({ ...parts, page: page + 1 });
}
const account: string = parseMessageId("imap:a:b-c/1").account;
// @ts-expect-error a text has no page
formatLocator({ form: "text", page: 1, start: 1, end: 2 });
// @ts-expect-error parts are read-only
parseMessageId("imap:a:b-c/1").account = account;
