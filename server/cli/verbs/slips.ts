import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { textOption } from '#server/cli/options.ts'
import { PAGE } from '#server/cli/paginate.ts'
import { findBrowser, printPdf } from '#server/cli/print.ts'
import { writeSheet } from '#server/cli/sheet-file.ts'
import { SLIPS_PER_PAGE, slipSheet } from '#server/cli/slip-sheet.ts'
import type { Progress } from '#server/cli/terminal-types.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { currentDraw } from '#server/draw/current.ts'
import { sealedTickets } from '#server/draw/entries.ts'
import { fromE164 } from '#server/identity/phone.ts'
import type { Db } from '#server/store/tables.ts'

/** Maximum number of slips per file. They fill 200 pages, which a browser can lay out within seconds. */
const SLIPS_PER_FILE = 200 * SLIPS_PER_PAGE

export const slipVerbs: readonly Verb[] = [
  {
    name: 'slips',
    usage: '--xlsx FILE | --csv FILE | --pdf FILE | --html FILE',
    summary: 'Print a paper slip for each ticket of the sealed list.',
    help: [
      'For a draw by hand from a box, which a permit may require. Each slip has the ticket number, also as a QR code, and',
      'the name and phone. A scanner or a keyboard can enter the drawn numbers for `draw import`. Seal',
      'the list first (`draw seal --physical`), so that the slips match the list.',
      '--xlsx   an Excel workbook with one row per ticket, for a print shop',
      '--csv    the same as CSV for other programs: Excel would drop the zero of each phone number',
      '--pdf    A4 pages with 24 slips each; needs Chromium, Chrome or Edge on this machine',
      '--html   the same pages, to print from any browser',
      'More than 4,800 slips are split into several files: slips-1.pdf, slips-2.pdf and so on. The slips contain personal',
      'data: destroy the files and the paper after the draw.',
      '',
      'Example: slips --pdf slips.pdf',
    ],
    options: {
      xlsx: { type: 'string' },
      csv: { type: 'string' },
      pdf: { type: 'string' },
      html: { type: 'string' },
    },
    args: { min: 0, max: 0 },
    mode: 'without-transaction',
    run: slips,
  },
]

type Bar = ReturnType<Progress>
type Written = { readonly files: readonly string[]; readonly slips: number }

async function slips(context: Context): Promise<Outcome> {
  const kinds = (['xlsx', 'csv', 'pdf', 'html'] as const).filter(
    kind => textOption(context, kind) !== undefined,
  )
  const [kind] = kinds
  const file = kind && textOption(context, kind)?.trim()
  if (!kind || !file || kinds.length > 1)
    throw new CliError('Give exactly one of --xlsx, --csv, --pdf and --html')
  const { draw } = await currentDraw(context.db)
  if (draw.entries_count === null)
    throw new CliError('The list of tickets is not sealed yet; see `draw seal`.')
  const print = kind === 'pdf' || kind === 'html' ? await writerOf(kind) : null
  const bar = context.progress('Writing slips', draw.entries_count)
  const rows = slipRows(context.db, draw.id)
  const written = await (print === null
    ? inTable(file, kind === 'csv' ? 'csv' : 'xlsx', rows, bar)
    : inSheets(file, rows, draw.entries_count, { write: print, bar })
  ).finally(bar.end)
  const data = { file, ...written }
  return { lines: [`${written.files.join(', ')}: ${written.slips} slips.`], data, detail: data }
}

type Slip = {
  /** The ticket number, or the id if the list was sealed before there were numbers. */
  readonly ticketNo: string
  readonly ticketId: string
  readonly first: string
  readonly last: string
  readonly phone: string
}
type Write = (html: string, file: string) => Promise<void>

async function writerOf(kind: 'pdf' | 'html'): Promise<Write> {
  if (kind === 'html') return (html, file) => writeFile(file, html, { mode: 0o600 })
  const browser = await findBrowser(process.env)
  if (browser === null)
    throw new CliError('--pdf: found no Chromium, Chrome or Edge; set CHROMIUM_PATH to one, or use --html')
  return (html, file) => printPdf(browser, html, resolve(file))
}

async function inTable(
  file: string,
  kind: 'xlsx' | 'csv',
  rows: AsyncIterable<Slip>,
  bar: Bar,
): Promise<Written> {
  async function* cells() {
    for await (const { ticketNo, first, last, phone, ticketId } of rows)
      yield [ticketNo, first || null, last || null, phone || null, ticketId]
  }
  const columns = ['ticketNo', 'firstName', 'lastName', 'phone', 'ticketId'].map(head => ({
    head,
    width: 20,
  }))
  const count = await writeSheet(file, columns, cells(), bar.step, kind)
  return { files: [file], slips: count }
}

/** Writes the slips to one or more files. If there are several files, numbers their names. */
async function inSheets(
  file: string,
  rows: AsyncIterable<Slip>,
  count: number,
  { write, bar }: { write: Write; bar: Bar },
): Promise<Written> {
  const several = count > SLIPS_PER_FILE
  const files: string[] = []
  let slips = 0
  let waiting: Slip[] = []
  const flush = async () => {
    if (waiting.length === 0) return
    const name = several ? file.replace(/(\.\w+)?$/, `-${files.length + 1}$1`) : file
    await write(slipSheet(waiting.map(one => ({ ...one, name: `${one.first} ${one.last}`.trim() }))), name)
    files.push(name)
    slips += waiting.length
    bar.step(waiting.length)
    waiting = []
  }
  for await (const row of rows) {
    waiting.push(row)
    if (waiting.length === SLIPS_PER_FILE) await flush()
  }
  await flush()
  return { files, slips }
}

type Ticket = { readonly ticketNo: string; readonly ticketId: string; readonly customerId: string }

async function* slipRows(db: Db, drawId: string): AsyncGenerator<Slip> {
  let page: Ticket[] = []
  for await (const { ticketNo: ticketId, number, customerId } of sealedTickets(db, drawId)) {
    page.push({ ticketNo: number ?? ticketId, ticketId, customerId })
    if (page.length < PAGE) continue
    yield* named(db, page)
    page = []
  }
  yield* named(db, page)
}

async function* named(db: Db, page: readonly Ticket[]): AsyncGenerator<Slip> {
  if (page.length === 0) return
  const ids = [...new Set(page.map(ticket => ticket.customerId))]
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'first_name', 'last_name', 'phone'])
    .where('id', 'in', ids)
    .execute()
  const customers = new Map(rows.map(row => [row.id, row]))
  for (const { ticketNo, ticketId, customerId } of page) {
    const row = customers.get(customerId)
    const phone = row?.phone ? fromE164(row.phone) : ''
    yield { ticketNo, ticketId, first: row?.first_name ?? '', last: row?.last_name ?? '', phone }
  }
}
