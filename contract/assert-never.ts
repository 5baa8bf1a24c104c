/** Makes the compiler report a missing case of a switch. Throws on an unexpected value at run time. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
