/**
 * Cases that a driver cannot do, with the reason: driver name (`platform x 2.26.1`) to case id to reason.
 * A listed case that passes fails the run, so the list cannot outlive its reasons.
 */
export const UNSUPPORTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {}
