import { type Cell, writeCsv } from '#server/cli/csv-file.ts'
import { PAGE } from '#server/cli/pages.ts'
import { CliError, type Context, neededOption, type Outcome, type Verb } from '#server/cli/verb.ts'
import { currentDraw } from '#server/draw/current.ts'
import { sealedTickets } from '#server/draw/entries.ts'
import { fromE164 } from '#server/identity/phone.ts'
import type { Db } from '#server/store/tables.ts'

/** Paper slips for a draw by hand. */
export const slipVerbs: readonly Verb[] = [
  {
    name: 'slips',
    usage: '--csv FILE',
    summary: 'One slip for each ticket of the sealed list, for printing.',
    help: [
      'For a draw from a box, as a permit may demand: number, name and phone, one line a ticket. Seal the list first',
      '(`draw seal --physical`), so that slips and list agree. The file holds personal data: destroy it and the slips',
      'after the draw.',
      '',
      'Example: slips --csv slips.csv',
    ],
    options: { csv: { type: 'string' } },
    args: { min: 0, max: 0 },
    mode: 'alone',
    run: slips,
  },
]

async function slips(context: Context): Promise<Outcome> {
  const file = neededOption(context, 'csv')
  const { draw } = await currentDraw(context.db)
  if (draw.entries_count === null)
    throw new CliError('The list of tickets is not sealed yet: see `draw seal`.')
  const bar = context.progress('Writing slips', draw.entries_count)
  const head = ['ticketNo', 'firstName', 'lastName', 'phone']
  const rows = await writeCsv(file, head, slipRows(context.db, draw.id), bar.step).finally(bar.end)
  const data = { file, slips: rows }
  return { lines: [`${file}: ${rows} slips.`], data, detail: data }
}

type Ticket = { readonly ticketNo: string; readonly customerId: string }

async function* slipRows(db: Db, drawId: string): AsyncGenerator<readonly Cell[]> {
  let page: Ticket[] = []
  for await (const { ticketNo, customerId } of sealedTickets(db, drawId)) {
    page.push({ ticketNo, customerId })
    if (page.length < PAGE) continue
    yield* named(db, page)
    page = []
  }
  yield* named(db, page)
}

async function* named(db: Db, page: readonly Ticket[]): AsyncGenerator<readonly Cell[]> {
  if (page.length === 0) return
  const ids = [...new Set(page.map(ticket => ticket.customerId))]
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'first_name', 'last_name', 'phone'])
    .where('id', 'in', ids)
    .execute()
  const customers = new Map(rows.map(row => [row.id, row]))
  for (const { ticketNo, customerId } of page) {
    const row = customers.get(customerId)
    yield [ticketNo, row?.first_name ?? null, row?.last_name ?? null, row?.phone ? fromE164(row.phone) : null]
  }
}
