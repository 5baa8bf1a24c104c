import { fileNameOf } from '#contract/approvals.ts'
import type { ActionsByName } from '#server/action.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { currentDraw } from '#server/draw/current.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { columnsIn } from '#server/exports/export-table.ts'
import { type SheetKind, sheetBytes } from '#server/exports/sheet.ts'
import { slipSheetsZip } from '#server/exports/slip-sheets.ts'
import { slipCells, slipColumns, slipRows } from '#server/exports/slips.ts'
import { exportTables } from '#server/exports/tables.ts'
import { exportFile } from '#server/identity/export-file.ts'
import { readCustomer } from '#server/identity/view.ts'
import type { Db } from '#server/store/tables.ts'

const types: Readonly<Record<SheetKind, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  'plain-csv': 'text/csv; charset=utf-8',
}

const ZIP = 'application/zip'

type OnRows = (rows: number) => void

export const exportActions = {
  exportCustomer: {
    async makeFile({ db, database, objects, now }, input) {
      const customer = await readCustomer(db, input.customerId)
      const write = (onPhotos: OnRows) =>
        exportFile({ db: database, objects, now }, customer, () => onPhotos(1))
      return { name: fileNameOf(input), type: ZIP, detail: {}, write }
    },
  },

  exportTable: {
    /**
     * An approved file, except the winners' table, contains only the rows that existed when it was requested, because
     * the approver read their number. Throws WINNERS_ARE_SECRET at the desk if the file contains winners before the
     * announcement.
     */
    async makeFile({ db, database, now, by, request }, input) {
      const { table, kind, lang } = input
      if (table === 'winners' && by !== null) await requireAnnounced(db, now)
      const { columns, count, rows } = exportTables[table]
      const until = request?.asked_at ?? Number.MAX_SAFE_INTEGER
      return {
        name: fileNameOf(input),
        type: types[kind],
        detail: { rows: await count(db, until) },
        write: (onRows: OnRows) =>
          sheetBytes(kind, columnsIn(columns, lang), rows(database, lang, until), onRows),
      }
    },
  },

  exportSlips: {
    async makeFile({ db, database, now }, input) {
      const { draw } = await currentDraw(db)
      if (draw.entries_count === null) throw new DrawRefusal('NO_SEALED_LIST', { state: draw.state })
      const { kind, lang } = input
      const rows = () => slipRows(database, draw.id)
      return {
        name: fileNameOf(input),
        type: kind === 'html' ? ZIP : types[kind],
        detail: { rows: draw.entries_count },
        write: (onRows: OnRows) =>
          kind === 'html'
            ? slipSheetsZip(rows(), now, onRows)
            : sheetBytes(kind, columnsIn(slipColumns, lang), slipCells(rows()), onRows),
      }
    },
  },
} satisfies Partial<ActionsByName>

/** Throws WINNERS_ARE_SECRET between the draw and the announcement. */
async function requireAnnounced(db: Db, now: number): Promise<void> {
  const { announced_at } = await readCampaign(db)
  if (announced_at !== null && announced_at <= now) return
  const drawn = await db.selectFrom('draw_winner').select('rank').limit(1).executeTakeFirst()
  if (drawn) throw new DrawRefusal('WINNERS_ARE_SECRET')
}
