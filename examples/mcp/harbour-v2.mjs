// A server for the harbour office with the TypeScript SDK v2: a payload type per tool.
import { McpServer } from "@modelcontextprotocol/server";
import { errors } from "harbour-office";
import { currentRequestId, registerContractTool } from "harbour-office/mcp";
import * as z from "zod";
import { run } from "./serving-v2.mjs";

const berths = [
  { id: "WK-12", state: "free", length_m: 180, depth_m: 11.5, services: ["shore_power"] },
  { id: "WK-13", state: "occupied", length_m: 240, depth_m: 13, free_from: "2026-11-19T04:00:00Z" },
];
const tides = { quay: [[4, 0.4], [10, 3.1]], dry: [] };
const vessel = (length_m) => ({ name: "Zeearend", kind: "bulk", length_m, draught_m: 3 });
const length_m = z.number().min(1).max(460);

function create() {
  const server = new McpServer({ name: "harbour", version: "1.0.0" });

  const search = { description: "Look for berths that a ship fits into.", inputSchema: z.object({ length_m }) };
  registerContractTool(server, "find_berths", search, ({ length_m }) => {
    return { berths: berths.filter((berth) => berth.length_m >= length_m), considered: berths.length };
  });

  const booking = {
    description: "Hold a berth for a ship.",
    inputSchema: z.object({ berth_id: z.string(), length_m, pilot: z.boolean().default(false) }),
  };
  registerContractTool(server, "book_berth", booking, ({ berth_id, length_m, pilot }) => {
    const berth = berths.find((each) => each.id === berth_id);
    const requestId = currentRequestId();
    if (!berth) return errors.unknownBerth({ askedFor: berth_id, requestId });
    if (length_m >= 100 && !pilot) return errors.pilotRequired({ lengthM: 100, requestId });
    const stay = { arrives: "2026-11-18T05:00:00Z", leaves: "2026-11-20T18:00:00Z" };
    const dues_cents = Math.round(length_m * 2469);
    return { booking_id: crypto.randomUUID(), berth, vessel: vessel(length_m), ...stay, pilot, dues_cents };
  });

  const station = { description: "Tell how high the water will stand.", inputSchema: z.object({ station: z.string() }) };
  registerContractTool(server, "get_tides", station, async ({ station }) => ({
    tides: tides[station].map(([hour, height_m]) => ({
      at: `2026-11-18T${String(hour).padStart(2, "0")}:00:00Z`,
      height_m,
      phase: "rising",
    })), // a crash for any other station
  }));

  return server;
}

await run(create);
