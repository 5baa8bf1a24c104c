import { type ActionInput, fileNameOf } from '#contract/desk/approvals.ts'
import { appendAudit } from '#server/audit/log.ts'
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
import { inTransaction } from '#server/store/transaction.ts'
import type { DeskDeps } from './deps.ts'

/** Yields a file's bytes. Calls `onRows` with the number of rows in each part. */
type Write = (onRows: (rows: number) => void) => AsyncIterable<Uint8Array>

export type ApprovedFile = {
  readonly name: string
  readonly type: string
  readonly detail: { readonly rows?: number }
  readonly write: Write
}

const types: Readonly<Record<SheetKind, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  'plain-csv': 'text/csv; charset=utf-8',
}

const ZIP = 'application/zip'

export async function customerFile(
  db: Db,
  input: ActionInput<'export-customer'>,
  deps: DeskDeps,
  now: number,
): Promise<ApprovedFile> {
  const customer = await readCustomer(db, input.customerId)
  const write = () => exportFile({ db: deps.db, objects: deps.objects, now }, customer)
  return { name: fileNameOf(input), type: ZIP, detail: {}, write }
}

/** Throws WINNERS_ARE_SECRET if the file contains winners before the announcement. */
export async function tableFile(
  db: Db,
  input: ActionInput<'export-table'>,
  deps: DeskDeps,
  now: number,
): Promise<ApprovedFile> {
  const { table, kind, lang } = input
  if (table === 'winners') await requireAnnounced(db, now)
  const { columns, count, rows } = exportTables[table]
  return {
    name: fileNameOf(input),
    type: types[kind],
    detail: { rows: await count(db) },
    write: onRows => sheetBytes(kind, columnsIn(columns, lang), rows(deps.db, lang), onRows),
  }
}

/** Throws WINNERS_ARE_SECRET between the draw and the announcement. */
async function requireAnnounced(db: Db, now: number): Promise<void> {
  const { announced_at } = await readCampaign(db)
  if (announced_at !== null && announced_at <= now) return
  const drawn = await db.selectFrom('draw_winner').select('rank').limit(1).executeTakeFirst()
  if (drawn) throw new DrawRefusal('WINNERS_ARE_SECRET')
}

export async function slipsFile(
  db: Db,
  input: ActionInput<'export-slips'>,
  deps: DeskDeps,
  now: number,
): Promise<ApprovedFile> {
  const { draw } = await currentDraw(db)
  if (draw.entries_count === null) throw new DrawRefusal('NO_SEALED_LIST', { state: draw.state })
  const { kind, lang } = input
  const rows = () => slipRows(deps.db, draw.id)
  return {
    name: fileNameOf(input),
    type: kind === 'html' ? ZIP : types[kind],
    detail: { rows: draw.entries_count },
    write: onRows =>
      kind === 'html'
        ? slipSheetsZip(rows(), now, onRows)
        : sheetBytes(kind, columnsIn(slipColumns, lang), slipCells(rows()), onRows),
  }
}

/**
 * Streams a file's bytes, then records in the audit log how many rows were sent and whether the file is complete,
 * because a download can fail, even before its first byte.
 */
export function recorded(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  { approval, actor }: { readonly approval: string; readonly actor: string },
  write: Write,
): ReadableStream<Uint8Array> {
  let rows: number | undefined
  const bytes = write(added => {
    rows = (rows ?? 0) + added
  })[Symbol.asyncIterator]()
  const record = (isComplete: boolean) => {
    const detail = { approval, isComplete, ...(rows === undefined ? {} : { rows }) }
    const entry = { at: clock.now(), actor, action: 'desk export end', detail }
    return inTransaction(db, trx => appendAudit(trx, entry))
  }
  return new ReadableStream({
    async pull(controller) {
      const part = await bytes.next().catch(async error => {
        await record(false)
        throw error
      })
      if (!part.done) return controller.enqueue(part.value)
      await record(true)
      controller.close()
    },
    async cancel() {
      await bytes.return?.()
      await record(false)
    },
  })
}
