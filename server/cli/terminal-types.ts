import type { ObjectStore } from '#server/deps.ts'

/** Shows that long work goes on. `total` null: nobody knows how much there is. Nothing is shown but to people. */
export type Progress = (label: string, total: number | null) => { step(count: number): void; end(): void }

/** Somebody who answers: one key, or a line. Null: there will be no more answers. */
export type Terminal = {
  readonly show: (line: string) => void
  readonly key: (question: string) => Promise<string | null>
  readonly line: (question: string) => Promise<string | null>
}

/** Where the campaign's data are, or would be. */
export type DataLocation = { readonly databaseFile: string; readonly objects: ObjectStore }
