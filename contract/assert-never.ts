/** Ends a switch over a union. The compiler reports a missing case; an unexpected value at run time throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
