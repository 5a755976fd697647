// A headless Chromium that answers questions about one page at a time, one JSON document per line.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

import chromium from "@sparticuz/chromium";
import puppeteer from "puppeteer-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await puppeteer.launch({ args: chromium.args, executablePath: await chromium.executablePath(), headless: "shell" });
let page;
let log = [];

async function open({ url, width = 1280, height = 900, scheme = "light", media = "screen", scripts = true }) {
  await page?.close();
  page = await browser.newPage();
  log = [];
  page.on("console", (message) => log.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => log.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => (log.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith("data:") && asked.split("#")[0] !== url.split("#")[0]) log.push(`request: ${asked}`);
  });
  await page.setJavaScriptEnabled(scripts);
  await page.setViewport({ width, height });
  const features = [
    { name: "prefers-color-scheme", value: scheme },
    { name: "prefers-reduced-motion", value: "reduce" },
  ];
  const session = await page.createCDPSession(); // the methods of the page set one and reset the other
  await session.send("Emulation.setEmulatedMedia", { media, features });
  await page.goto(url);
  if (!scripts) return page.title();
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.title)))));
}

async function axe() {
  const session = await page.createCDPSession();
  await session.send("Runtime.evaluate", { expression: `${AXE}; 1` });
  return page.evaluate(async () => {
    const found = await globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.failureSummary}`).join("; ")}`);
  });
}

const answers = {
  open,
  axe,
  log: async () => log,
  evaluate: ({ script }) => page.evaluate(script),
  press: async ({ keys }) => {
    for (const key of keys) await page.keyboard.press(key);
    return null;
  },
  type: async ({ text }) => (await page.keyboard.type(text), null),
  print: async () => (await page.pdf({ format: "a4" })).length,
  screenshot: async ({ path }) => (await page.screenshot({ path, ...(path.endsWith(".webp") && { quality: 85 }) }), null),
};

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  const answer = await answers[question.ask](question).then((given) => ({ answer: given ?? null }), (error) => ({ error: error.message }));
  console.log(JSON.stringify(answer));
}
await browser.close();
