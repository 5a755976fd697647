// A client of the lending desk. To run it: node client.js http://127.0.0.1:8000

import {
  type Book,
  ContractError,
  exceptionFor,
  isRetryable,
  type LoanPayload,
  parseGetBookAnswer,
  parseLendBookAnswer,
} from "library";

export async function getBook(url: string, isbn: string): Promise<Book> {
  const response = await fetch(`${url}/books/${isbn}`);
  const answer = parseGetBookAnswer(await response.json());
  if (answer.code !== undefined) throw exceptionFor(answer);
  return answer.data.book;
}

export async function lendBook(url: string, isbn: string, reader: string): Promise<LoanPayload> {
  const response = await fetch(`${url}/books/${isbn}/loans`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ reader }),
  });
  const answer = parseLendBookAnswer(await response.json());
  if (answer.code !== undefined) throw exceptionFor(answer);
  return answer.data;
}

async function told(work: Promise<Book | LoanPayload>): Promise<string> {
  try {
    return JSON.stringify(await work);
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const again = isRetryable(error.errorCode) ? `, again after ${error.headers["Retry-After"] ?? "a while"}` : "";
    return `${error.httpStatus} ${error.errorCode}: ${error.message}${again}`;
  }
}

export async function main(url: string): Promise<string[]> {
  const lines = [await told(getBook(url, "9780141439518")), await told(getBook(url, "9780000000000"))];
  lines.push(await told(getBook(url, "Emma")), await told(lendBook(url, "9780199535569", "Anna")));
  for (let time = 0; time < 4; time++) lines.push(await told(lendBook(url, "9780140449136", "Anna")));
  return lines;
}
