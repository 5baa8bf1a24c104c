/** Something in a file that its author can put right; shown as it is, without a stack. */
export class InputError extends Error {}

/** Lines that are named one by one. */
const MAX_PROBLEMS = 20

/** What is wrong with a file, a line each, as long as anyone reads it; how many more there are stands at the end. */
export function problemList(problems: readonly string[]): string {
  const more = problems.length - MAX_PROBLEMS
  return [...problems.slice(0, MAX_PROBLEMS), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
