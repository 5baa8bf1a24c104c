import type { ObjectStore } from '#server/deps.ts'

/** Starts a progress bar, which is shown only on a terminal. `total` is null if the amount of work is unknown. */
export type Progress = (label: string, total: number | null) => { step(count: number): void; end(): void }

export type TextStyle = 'heading' | 'good' | 'warning' | 'error'

/**
 * Interactive input. `secret` reads a line without showing it. All methods return null at the end of the input. `paint`
 * highlights text if the terminal supports colours.
 */
export type Terminal = {
  readonly show: (line: string) => void
  readonly key: (question: string) => Promise<string | null>
  readonly line: (question: string) => Promise<string | null>
  readonly secret: (question: string) => Promise<string | null>
  readonly paint: (text: string, style: TextStyle) => string
}

/** The campaign's data, which may not exist yet. */
export type DataLocation = { readonly databaseFile: string; readonly objects: ObjectStore }
