// What a consumer of stac-meta writes, and what the compiler refuses. An expected error that does not occur is an error.
import { mergeMeta, parse, type MergeMetaOptions, type Meta, type ToolResponse } from "stac-meta";

const response: { features: string[] } = { features: ["a"] };
const given: Meta = { schema_version: "1.0", _exp_cache_hit: true, x_anything: [1] };
const options: MergeMetaOptions = { gates: ["cache"], plugins: { quota: { x_left: 1 } } };

const made = mergeMeta(response, given, options);
export const features: string[] = made.features;
export const version: string | undefined = made.meta?.schema_version;
export const answer: ToolResponse = parse(made);
mergeMeta(response);
mergeMeta(response, null, { gates: new Set(["cache"]), warn: (message: string) => message.trim() });
mergeMeta({ meta: { x_old: 1 }, items: 3 }, undefined, {});

// @ts-expect-error a response is an object
mergeMeta("text");
// @ts-expect-error nobody knows this gate
mergeMeta(response, null, { gates: ["cash"] });
// @ts-expect-error a declared key has its type
mergeMeta(response, { _exp_cache_hit: "yes" });
// @ts-expect-error a text would be taken letter by letter
mergeMeta(response, given, { gates: "cache" });
// @ts-expect-error what a plugin adds is an object
mergeMeta(response, given, { plugins: { quota: 1 } });
// @ts-expect-error without metadata there may be none
export const certain: Meta = made.meta;
// @ts-expect-error there is no such key in the payload
export const absent: unknown = made.items;
