export type Affected = {
  readonly suites: readonly string[]
  readonly vitest: readonly string[]
  readonly browser: readonly string[]
  readonly summary: string
}

export function changedPaths(revision: string, folder: string): string[]
export function whatBreaks(paths: readonly string[]): Affected
