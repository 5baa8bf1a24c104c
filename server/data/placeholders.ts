import { organiser } from '#campaign/organiser.ts'

/** Returns the names of the details that are still placeholders in [square brackets]. */
export const placeholdersLeft = (details: Readonly<Record<string, string>> = organiser): string[] =>
  Object.entries(details).flatMap(([name, value]) => (/\[.+\]/.test(value) ? [name] : []))
