/** Builds what is out of date; ends the process if a build fails. */
export function ensureBuilt(products: readonly ('app' | 'emulator')[]): Promise<void>
