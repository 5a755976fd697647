import { defaults } from "task-server";

defaults.requestId = () => "r1";
defaults.requestId = (): string | undefined => undefined;
defaults.requestId = undefined;
// @ts-expect-error a function is needed
defaults.requestId = "r1";
// @ts-expect-error it returns another type
defaults.requestId = () => 1;
// @ts-expect-error there is no such value
defaults.request = () => "r1";
