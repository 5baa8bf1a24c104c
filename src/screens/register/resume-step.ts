/**
 * Returns the step at which the customer left the registration; null if the form has not been opened in this tab.
 * `draft` is the stored form in any build's format.
 */
export function resumeStep(draft: unknown): 'terms' | 'data' | null {
  if (typeof draft !== 'object' || draft === null) return null
  const { terms, privacy, customer } = draft as Readonly<Record<string, unknown>>
  const typed = Object.values(customer ?? {}).some(value => typeof value === 'string' && value.trim() !== '')
  return terms === true && privacy === true && typed ? 'data' : 'terms'
}
