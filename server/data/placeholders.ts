import { organiser } from '#campaign/organiser.ts'

export const placeholdersLeft = (details: Readonly<Record<string, string>> = organiser): string[] =>
  Object.entries(details).flatMap(([name, value]) => (/\[.+\]/.test(value) ? [name] : []))
