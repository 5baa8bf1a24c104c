/**
 * Cases that a driver does not support. Maps the driver's name (`platform x 2.26.1`, `WebKit x 2.26.1`) and the case's
 * id to the reason. A listed case that passes fails the run, so the list cannot contain outdated entries.
 */
export const UNSUPPORTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {}
