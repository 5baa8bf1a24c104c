/** An error in a file or an argument that the user can fix. It is shown without a stack trace. */
export class InputError extends Error {}

const MAX_PROBLEMS = 20

/** Joins problems into one message, one per line. If there are too many, the last line counts the rest. */
export function problemList(problems: readonly string[]): string {
  const more = problems.length - MAX_PROBLEMS
  return [...problems.slice(0, MAX_PROBLEMS), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
