export const chromiumArgs: readonly string[]
export function chromiumPath(): string | null
export function tryChromium(path: string): { version: string } | { problem: string }
