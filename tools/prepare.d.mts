/** Builds what is stale; ends the process where a build fails. */
export function ensureBuilt(products: readonly ('app' | 'emulator')[]): void
