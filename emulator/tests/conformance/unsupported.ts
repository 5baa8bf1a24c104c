/**
 * Cases that a driver does not support: driver name (`platform x 2.26.1`, `WebKit x 2.26.1`) to case id to reason. A listed case that passes
 * fails the run, so the list cannot contain outdated entries.
 */
export const UNSUPPORTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {}
