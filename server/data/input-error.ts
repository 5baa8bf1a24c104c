/** An error in a file or an argument that its author can fix. It is shown without a stack trace. */
export class InputError extends Error {}

/** Maximum number of problems listed in one message. */
const MAX_PROBLEMS = 20

/**
 * Joins the problems found in a file into one message, one per line. If there are too many, the last line
 * says how many are not listed.
 */
export function problemList(problems: readonly string[]): string {
  const more = problems.length - MAX_PROBLEMS
  return [...problems.slice(0, MAX_PROBLEMS), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
