/** Makes a `switch` over a union fail to compile until every member has a case. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
