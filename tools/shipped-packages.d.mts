/**
 * Makes a folder with a `package.json` and its lock file that have only the packages of production and those built into the
 * desk. `ofDesk` are the names of the latter that the desk's sources import.
 */
export function shippedPackages(): { readonly folder: string; readonly ofDesk: readonly string[] }
/** Runs npm in a folder and returns its output. Throws if npm fails. */
export function npmIn(folder: string, ...args: string[]): string
