/** Marks a `default` branch as unreachable: a `switch` over a union does not compile until every member has a case. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
