/** Ends a switch over a union: the compiler refuses a forgotten member; a wrong value from outside throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
