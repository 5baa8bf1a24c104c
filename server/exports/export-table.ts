import type { Lang, Words } from '#contract/languages.ts'
import { ticketNumberOf } from '#contract/ticket-number.ts'
import { fromE164 } from '#server/identity/phone.ts'
import type { Db } from '#server/store/tables.ts'
import type { Cells, Column } from './cell.ts'

export type ExportColumn = { readonly head: Words; readonly width: number }

/**
 * A table that the organiser can export. It has the rows that existed at `until`, in milliseconds since 1970, with
 * today's values. The winners' table ignores `until`. `rows` reads page by page in index order, to limit memory use.
 */
export type ExportTable = {
  readonly columns: readonly ExportColumn[]
  readonly count: (db: Db, until: number) => Promise<number>
  readonly rows: (db: Db, lang: Lang, until: number) => AsyncIterable<Cells>
}

export const columnsIn = (columns: readonly ExportColumn[], lang: Lang): Column[] =>
  columns.map(({ head, width }) => ({ head: head[lang], width }))

/** Column widths in characters. */
export const width = { id: 38, time: 20, day: 12, name: 18, short: 12, number: 14, text: 30 } as const

export const column = (th: string, en: string, columnWidth: number): ExportColumn => ({
  head: { th, en },
  width: columnWidth,
})

/** Returns the key itself if it has no text, as for some keys from an older release. */
export const wordFor = (
  words: Readonly<Record<string, Words>>,
  key: string | null,
  lang: Lang,
): string | null => (key === null ? null : (words[key]?.[lang] ?? key))

export const inLang = <T extends string | null>(th: T, en: string | null, lang: Lang): T | string =>
  lang === 'en' && en !== null ? en : th

export const phoneOf = (phone: string | null): string | null => (phone === null ? null : fromE164(phone))

export const ticketNo = (prefix: string, no: number | null): string | null =>
  no === null ? null : ticketNumberOf(prefix, no)
