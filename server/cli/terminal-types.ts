import type { ObjectStore } from '#server/deps.ts'

/** Starts a progress bar. `total` is null if the amount of work is unknown. Prints only to a terminal. */
export type Progress = (label: string, total: number | null) => { step(count: number): void; end(): void }

/** Highlighting of text in a terminal. */
export type TextStyle = 'heading' | 'good' | 'warning' | 'error'

/**
 * Interactive input: `key` reads one key, `line` reads a line. `secret` reads a line without
 * showing it. All return null at the end of the input. `paint` highlights text if the terminal shows colours.
 */
export type Terminal = {
  readonly show: (line: string) => void
  readonly key: (question: string) => Promise<string | null>
  readonly line: (question: string) => Promise<string | null>
  readonly secret: (question: string) => Promise<string | null>
  readonly paint: (text: string, style: TextStyle) => string
}

/** Location of the campaign's data, which need not exist yet. */
export type DataLocation = { readonly databaseFile: string; readonly objects: ObjectStore }
