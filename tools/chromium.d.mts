/** Flags for a browser that runs without a screen and asks nothing of the network. */
export const chromiumArgs: readonly string[]
/** The path of a Chromium on this machine: `CHROMIUM_PATH`, else where systems put it; null if there is none. */
export function chromiumPath(): string | null
/** The version of a Chromium, or why it does not run. */
export function tryChromium(path: string): { version: string } | { problem: string }
