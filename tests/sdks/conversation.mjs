// What the clients of both generations do. Listing the tools first makes an SDK check responses.
export async function converse(asked, Client, Stdio, Http) {
  const said = await Promise.all(asked.map((each) => conversation(each, Client, Stdio, Http)));
  console.log(JSON.stringify(said));
}

async function conversation({ url, command, env, cwd, calls }, Client, Stdio, Http) {
  const client = new Client({ name: "tests", version: "1.0.0" });
  const [program, ...args] = command ?? [];
  await client.connect(url ? new Http(new URL(url)) : new Stdio({ command: program, args, env, cwd, stderr: "ignore" }));
  const { tools } = await client.listTools();
  const results = [];
  for (const [name, given] of calls) {
    try {
      results.push(await again(() => client.callTool({ name, arguments: given })));
    } catch (error) {
      const { code, message, data } = error;
      results.push(typeof code === "number" ? { protocol_error: { code, message, data } } : { exception: String(error) });
    }
  }
  await client.close();
  return { tools, results };
}

// On a busy computer, a server may close a connection just before fetch uses it again.
async function again(call, left = 2) {
  try {
    return await call();
  } catch (error) {
    if (left && error instanceof TypeError && error.message === "fetch failed") return again(call, left - 1);
    throw error;
  }
}
