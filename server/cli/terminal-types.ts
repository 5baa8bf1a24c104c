import type { ObjectStore } from '#server/deps.ts'

/** Starts a progress bar. `total` is null if the amount of work is unknown. Prints only to a terminal. */
export type Progress = (label: string, total: number | null) => { step(count: number): void; end(): void }

/**
 * Interactive input: `key` reads one key, `line` reads a line. `secret` reads a line without
 * showing it. All return null at the end of the input.
 */
export type Terminal = {
  readonly show: (line: string) => void
  readonly key: (question: string) => Promise<string | null>
  readonly line: (question: string) => Promise<string | null>
  readonly secret: (question: string) => Promise<string | null>
}

/** Location of the campaign's data, which need not exist yet. */
export type DataLocation = { readonly databaseFile: string; readonly objects: ObjectStore }
