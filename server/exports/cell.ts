/** `at` is in milliseconds since 1970, and `day` is `YYYY-MM-DD`. Null is an empty cell. */
export type Cell =
  | string
  | number
  | null
  | { readonly baht: number }
  | { readonly at: number }
  | { readonly day: string }

export type Column = { readonly head: string; readonly width: number }

export type Cells = readonly Cell[]

/** Packs rows into a file. Concatenating the bytes from all calls gives the file. */
export type SheetFormat = {
  readonly add: (rows: readonly Cells[]) => readonly Uint8Array[]
  readonly end: () => readonly Uint8Array[]
}

export const baht = (satang: number): Cell => ({ baht: satang / 100 })
export const at = (ms: number | null): Cell => (ms === null ? null : { at: ms })
export const day = (date: string | null): Cell => (date === null ? null : { day: date })
