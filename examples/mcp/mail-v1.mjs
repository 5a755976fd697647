// A server for mail-imap with the TypeScript SDK v1, over a mailbox in memory.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { InvalidParamsError, IssueCollector, ResourceNotFoundError } from "mail-imap";
import { registerContractTool } from "mail-imap/mcp/v1";
import * as z from "zod";
import { run } from "./serving-v1.mjs";

const account_id = "default";
const mailbox = "INBOX";
const uidvalidity = 12345;
const mail = {
  41: { from: "ada@example.org", subject: "News of the project", body: "Hello, this is how far we got." },
  42: { from: "grace@example.org", subject: "", body: "" }, // the headers of this one cannot be read
  43: { from: "mary@example.org", subject: "Minutes", body: "Attached." },
};

function summary(uid) {
  const uri = `imap://${account_id}/mailbox/${mailbox}/message/${uidvalidity}/${uid}`;
  const { from, subject } = mail[uid];
  const ids = { message_id: `imap:${account_id}:${mailbox}:${uidvalidity}:${uid}`, message_uri: uri };
  return { ...ids, message_raw_uri: `${uri}/raw`, mailbox, uidvalidity, uid: Number(uid), from, subject, flags: [] };
}

function create() {
  const server = new McpServer({ name: "mail", version: "1.0.0" });

  const accounts = { description: "List the configured accounts.", inputSchema: {} };
  const host = { host: "imap.example.org", port: 993, secure: true };
  registerContractTool(server, "imap_list_accounts", accounts, () => ({ accounts: [{ account_id, ...host }] }), {
    summary: (data) => `${data.accounts.length} account is configured`,
  });

  const search = { description: "Search a mailbox.", inputSchema: { mailbox: z.string(), text: z.string().default("") } };
  registerContractTool(
    server,
    "imap_search_messages",
    search,
    ({ mailbox: asked, text }) => {
      if (asked !== mailbox) throw new ResourceNotFoundError(`There is no mailbox '${asked}'`);
      const collector = new IssueCollector();
      const messages = [];
      for (const [uid, { subject }] of Object.entries(mail)) {
        if (!subject) {
          const message = `No answer for UID ${uid}`;
          collector.add({ code: "fetch_failed", stage: "fetch_headers", retryable: true, message, uid: Number(uid) });
        } else if (subject.includes(text)) {
          messages.push(summary(uid));
          collector.succeed();
        }
      }
      const counters = { total: Object.keys(mail).length, attempted: 0, returned: 0, failed: 0 };
      return collector.apply({ account_id, mailbox, ...counters, messages, has_more: false });
    },
    { summary: (data) => `${data.returned} messages were returned` },
  );

  const get = { description: "Fetch one message.", inputSchema: { message_id: z.string() } };
  registerContractTool(
    server,
    "imap_get_message",
    get,
    ({ message_id }) => {
      const uid = /^imap:default:INBOX:12345:([0-9]+)$/.exec(message_id)?.[1];
      if (!uid) throw new InvalidParamsError("message_id: expected imap:ACCOUNT:MAILBOX:UIDVALIDITY:UID");
      if (!(uid in mail)) throw new ResourceNotFoundError(`There is no message with the UID ${uid}`);
      if (uid === "42") throw new Error("user ada, password hunter2"); // a crash: no client ever sees this text
      return { account_id, message: { ...summary(uid), body_text: mail[uid].body } };
    },
    { summary: "The message was fetched" },
  );

  return server;
}

await run(create);
