export function ensureBuilt(products: readonly ('app' | 'emulator')[]): Promise<void>
