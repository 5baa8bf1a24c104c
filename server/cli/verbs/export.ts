import { ticketNumberOf } from '#contract/ticket-number.ts'
import { isoOf, isoOrNull } from '#contract/time.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { prizeOfSeat, prizesOf } from '#server/campaign/prizes.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { type Cell, writeCsv } from '#server/cli/csv-file.ts'
import { requiredOption } from '#server/cli/options.ts'
import { paginate } from '#server/cli/paginate.ts'
import type { Context, Outcome, Verb } from '#server/cli/verb.ts'
import { allowsMarketing } from '#server/identity/consents.ts'
import { fromE164 } from '#server/identity/phone.ts'
import { countOf } from '#server/store/count.ts'
import type { Db, Tables } from '#server/store/tables.ts'

type Table = {
  readonly head: readonly string[]
  readonly count: (db: Db) => Promise<number>
  readonly rows: (db: Db) => AsyncIterable<readonly Cell[]>
}

const help = [
  'Writes a CSV file in UTF-8 that Excel can open directly. A text that a spreadsheet would read as a formula (= + - @)',
  'starts with an apostrophe. Only the owner can read the file. It contains personal data: store it safely.',
]

export const exportVerbs: readonly Verb[] = [
  verb('receipts', 'Export all receipts with their stores and decisions.'),
  verb('customers', 'Export all customers with their addresses and marketing consents.'),
  verb('tickets', 'Export all tickets of the draw and what they were given for.'),
  verb(
    'winners',
    'Export winners and reserves with prize, name, phone, confirmation and, for shipped prizes, the address.',
  ),
]

function verb(what: keyof typeof tables, summary: string): Verb {
  return {
    name: `export ${what}`,
    usage: '--csv FILE',
    summary,
    help: [...help, '', `Example: export ${what} --csv ${what}.csv`],
    options: { csv: { type: 'string' } },
    args: { min: 0, max: 0 },
    mode: 'without-transaction',
    run: context => exported(context, what),
  }
}

async function exported(context: Context, what: keyof typeof tables): Promise<Outcome> {
  const file = requiredOption(context, 'csv')
  const table = tables[what]
  const bar = context.progress(`Exporting ${what}`, await table.count(context.db))
  const rows = await writeCsv(file, table.head, table.rows(context.db), bar.step).finally(bar.end)
  const data = { what, file, rows }
  return { lines: [`${file}: ${rows} ${what}.`], data, detail: data }
}

const phoneOf = (phone: string | null): string | null => (phone === null ? null : fromE164(phone))

const tables = {
  receipts: {
    head: [
      'id,customerId,store,branch,receiptNo,amount,purchasedAt,status,rejectReason,rejectNote',
      'resubmits,createdAt,reviewedAt',
    ]
      .join(',')
      .split(','),
    count: db => countOf(db.selectFrom('receipt')),
    async *rows(db) {
      const read = (after: string, limit: number) =>
        db
          .selectFrom('receipt')
          .innerJoin('store', 'store.id', 'receipt.store_id')
          .selectAll('receipt')
          .select(['store.name_th', 'store.branch'])
          .where('receipt.id', '>', after)
          .orderBy('receipt.id')
          .limit(limit)
          .execute()
      for await (const row of paginate(read)) {
        yield [
          row.id,
          row.customer_id,
          row.name_th,
          row.branch,
          row.receipt_no,
          row.amount_satang / SATANG,
          isoOf(row.purchased_at),
          row.status,
          row.reject_reason,
          row.reject_note,
          row.resubmits,
          isoOf(row.created_at),
          isoOrNull(row.reviewed_at),
        ]
      }
    },
  },
  customers: {
    head: [
      'id,status,firstName,lastName,phone,email,birthDate,gender,addressLine,subdistrict,district,province',
      'postalCode,marketing,lineUserId,lineDisplayName,logstate,createdAt,cancelledAt',
    ]
      .join(',')
      .split(','),
    count: db => countOf(db.selectFrom('customer')),
    rows: customerRows,
  },
  tickets: {
    head: ['ticketNo', 'ticketId', 'customerId', 'source', 'sourceId', 'state', 'createdAt'],
    count: db => countOf(db.selectFrom('ticket')),
    async *rows(db) {
      const { ticket_prefix: prefix } = await readCampaign(db)
      const read = (after: string, limit: number) =>
        db.selectFrom('ticket').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
      for await (const row of paginate(read)) {
        yield [
          ticketNumberOf(prefix, row.no),
          row.id,
          row.customer_id,
          row.source,
          row.source_id,
          row.state,
          isoOf(row.created_at),
        ]
      }
    },
  },
  winners: {
    head: [
      'rank,drawnAs,prize,state,ticketNo,firstName,lastName,phone,answeredAt,confirmBy,customerId,ticketId',
      'addressLine,subdistrict,district,province,postalCode',
    ]
      .join(',')
      .split(','),
    count: db => countOf(db.selectFrom('draw_winner')),
    rows: winnerRows,
  },
} as const satisfies Record<string, Table>

async function* customerRows(db: Db): AsyncGenerator<readonly Cell[]> {
  const names = await addressNames(db)
  const read = (after: string, limit: number) =>
    db.selectFrom('customer').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
  for await (const row of paginate(read)) {
    const marketing = await db
      .selectFrom('consent')
      .select(['granted', 'version'])
      .where('customer_id', '=', row.id)
      .where('kind', '=', 'marketing')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
    yield [
      row.id,
      row.status,
      row.first_name,
      row.last_name,
      phoneOf(row.phone),
      row.email,
      row.birth_date,
      row.gender,
      ...addressCells(row, names),
      marketing && allowsMarketing({ ...marketing, granted: marketing.granted === 1 }) ? 1 : 0,
      row.line_user_id,
      row.line_display_name,
      row.logstate,
      isoOf(row.created_at),
      isoOrNull(row.cancelled_at),
    ]
  }
}

type Located = Pick<
  Tables['customer'],
  'address_line' | 'subdistrict_id' | 'district_id' | 'province_id' | 'postal_code'
>
type Nullable<T> = { readonly [K in keyof T]: T[K] | null }

/** Returns the columns of an address: line, subdistrict, district, province, postal code. */
const addressCells = (row: Nullable<Located>, names: Awaited<ReturnType<typeof addressNames>>): Cell[] => [
  row.address_line,
  names.subdistrict.get(row.subdistrict_id ?? 0) ?? null,
  names.district.get(row.district_id ?? 0) ?? null,
  names.province.get(row.province_id ?? 0) ?? null,
  row.postal_code,
]

async function addressNames(db: Db) {
  const named = async (table: 'province' | 'district' | 'subdistrict') => {
    const rows = await db.selectFrom(table).select(['id', 'name_th']).execute()
    return new Map(rows.map(row => [row.id, row.name_th]))
  }
  return {
    province: await named('province'),
    district: await named('district'),
    subdistrict: await named('subdistrict'),
  }
}

async function* winnerRows(db: Db): AsyncGenerator<readonly Cell[]> {
  const { ticket_prefix: prefix } = await readCampaign(db)
  const names = await addressNames(db)
  const rows = await db
    .selectFrom('draw_winner')
    .leftJoin('ticket', 'ticket.id', 'draw_winner.ticket_id')
    .innerJoin('draw', 'draw.id', 'draw_winner.draw_id')
    .leftJoin('customer', 'customer.id', 'draw_winner.customer_id')
    .leftJoin('reward', 'reward.customer_id', 'draw_winner.customer_id')
    .selectAll('draw_winner')
    .select(['draw.prizes', 'customer.first_name', 'customer.last_name', 'customer.phone', 'customer.status'])
    .select(['customer.address_line', 'customer.postal_code'])
    .select(['customer.subdistrict_id', 'customer.district_id', 'customer.province_id'])
    .select(['reward.draw_state', 'reward.confirmed_at', 'reward.confirm_by', 'ticket.no'])
    .orderBy('draw_winner.draw_id')
    .orderBy('draw_winner.rank')
    .execute()
  for (const row of rows) {
    const prize = row.seat === null ? null : prizeOfSeat(prizesOf(row.prizes), row.seat)
    // Only a confirmed prize that is shipped needs the address.
    const ships =
      prize?.delivery === 'shipped' && row.draw_state === 'confirmed' && row.status !== 'cancelled'
    yield [
      row.rank,
      row.reserve === 1 ? 'reserve' : 'winner',
      prize?.titleTh ?? null,
      row.status === 'cancelled' ? 'left' : row.draw_state,
      row.no === null ? null : ticketNumberOf(prefix, row.no),
      row.first_name,
      row.last_name,
      phoneOf(row.phone),
      isoOrNull(row.confirmed_at),
      isoOrNull(row.confirm_by),
      row.customer_id,
      row.ticket_id,
      ...(ships ? addressCells(row, names) : [null, null, null, null, null]),
    ]
  }
}
