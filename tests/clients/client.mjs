// A TypeScript SDK client behind lines of JSON, so that a test can drive it from outside. It adds nothing to what the
// SDK does. Its one argument is JSON: {sdk, modules, command, args, env, cwd}. It connects over stdio, writes one line,
// and then answers each line of its input: {id, do: "list" | "call" | "cancel", ...} with {id, result} or {id, error}.
// At the end of its input it closes the client.

import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const { sdk, modules, ...server } = JSON.parse(process.argv[2]);
const require = createRequire(join(modules, "here.cjs"));

const say = (line) => process.stdout.write(JSON.stringify(line) + "\n");
const errors = [];
const running = new Map();
let version;

const ME = { name: "opsin-tests", version: "1.0.0" };
const SDKS = {
  v1() {
    const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");
    const client = new Client(ME);
    const call = (params, options) => client.callTool(params, undefined, options);
    return { client, transport: new StdioClientTransport(server), call };
  },
  // It asks the server for the newest protocol first, on a process of its own.
  v2() {
    const { Client } = require("@modelcontextprotocol/client");
    const { StdioClientTransport } = require("@modelcontextprotocol/client/stdio");
    const client = new Client(ME, { versionNegotiation: { mode: "auto" } });
    const call = (params, options) => client.callTool(params, options);
    return { client, transport: new StdioClientTransport(server), call };
  },
};

const { client, transport, call } = SDKS[sdk]();
client.onerror = (error) => errors.push(String(error));
transport.setProtocolVersion = (negotiated) => (version = negotiated);
await client.connect(transport);
say({
  id: 0,
  result: {
    protocol: client.getNegotiatedProtocolVersion?.() ?? version,
    server: client.getServerVersion(),
    instructions: client.getInstructions(),
  },
});

const TASKS = {
  list: async () => ({ result: await client.listTools() }),
  async call({ id, name, arguments: given, progress: wanted }) {
    const progress = [];
    const abort = new AbortController();
    running.set(id, abort);
    const options = { signal: abort.signal };
    if (wanted) options.onprogress = (note) => progress.push(note);
    return { result: await call({ name, arguments: given }, options), progress };
  },
  async cancel({ call }) {
    running.get(call).abort("the user changed their mind");
    return { result: {} };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const task = JSON.parse(line);
  TASKS[task.do](task).then(
    (answer) => say({ id: task.id, ...answer }),
    (error) => say({ id: task.id, error: String(error) }),
  );
}
await client.close();
say({ id: -1, result: { errors } });
