export function shippedPackages(): { readonly folder: string; readonly ofDesk: readonly string[] }
export function npmIn(folder: string, ...args: string[]): string
