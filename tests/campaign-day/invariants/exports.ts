import type { Invariant } from '../facts.ts'

/** No exported table contains data of a person who had left before the export. */
export const exportsNameNobodyWhoLeft: Invariant = ({ customers, exports }) =>
  exports.flatMap(({ at, table, text }) =>
    customers
      .filter(({ leftAt }) => leftAt !== null && leftAt < at)
      .flatMap(({ number, words }) => words.filter(word => text.includes(word)).map(() => number))
      .map(number => `the export of ${table} has data of customer ${number}, who had left`),
  )

type Row = Readonly<Record<string, string>>
type Expected = readonly (readonly [id: string, ...cells: string[]])[]

/** The columns of each exported table that are compared with the store. The first column identifies the row. */
const compared: Readonly<Record<string, { readonly columns: readonly string[]; readonly query: string }>> = {
  customers: {
    columns: ['Customer id', 'First name', 'Phone', 'Status'],
    query: `select id, coalesce(first_name, ''), replace(coalesce(phone, ''), '+66', '0'),
        case status when 'cancelled' then 'has left' when 'registered' then 'registered' else 'not registered' end
      from customer`,
  },
  receipts: {
    columns: ['Receipt id', 'Receipt number', 'Amount (baht)', 'Status', 'Customer id'],
    query: `select id, receipt.receipt_no, printf('%.2f', amount_satang / 100.0),
        case when state = 'open' then 'pending (number disputed)' else status end, receipt.customer_id
      from receipt left join receipt_dispute on receipt_id = id`,
  },
  tickets: {
    columns: ['Ticket id', 'Customer id', 'Status', 'Receipt or answer id'],
    query: 'select id, customer_id, state, source_id from ticket',
  },
  rewards: {
    columns: ['Voucher code', 'Customer id'],
    query: 'select code, customer_id from reward_use',
  },
  winners: {
    columns: ['Ticket id', 'Rank', 'Customer id', 'First name', 'Status'],
    query: `select ticket_id, rank, customer_id, coalesce(first_name, ''),
        case when status = 'cancelled' then 'has left' else case draw_state
          when 'won' then 'not confirmed yet' when 'confirmed' then 'confirmed' when 'declined' then 'declined'
          when 'expired' then 'not confirmed in time' else draw_state end end
      from draw_winner join customer on customer.id = customer_id left join reward using (customer_id)`,
  },
}

/** The rows, amounts and states in an exported table equal those in the store. */
export const exportsEqualTheStore: Invariant = ({ store, exports }) =>
  exports.flatMap(({ table, rows }) => {
    const shape = compared[table]
    if (!shape) return []
    const { columns, query } = shape
    const expected = store
      .rows<Record<string, unknown>>(query)
      .map(row => Object.values(row).map(String)) as unknown as Expected
    const line = (cells: readonly string[]) => cells.join(' | ')
    const wanted = expected.map(line).toSorted()
    const found = rows
      .map((row: Row) => line(columns.map(name => row[name] ?? `no column ${name}`)))
      .toSorted()
    const wrong = found.find((row, index) => row !== wanted[index])
    if (found.length !== wanted.length)
      return [`the export of ${table} has ${found.length} rows, but the store has ${wanted.length}`]
    return wrong === undefined ? [] : [`the export of ${table} has the row ${wrong}, which the store has not`]
  })
