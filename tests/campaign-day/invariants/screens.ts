import { firstRow, type Invariant } from '../facts.ts'

/** The entries that the app has just loaded and shows are those that the server has stored. */
export const theAppShowsTheEntries: Invariant = facts =>
  facts.customers.flatMap(({ number, customerId, seen }) => {
    if (seen === null || seen.at !== facts.now() || customerId === null) return []
    const { n } = firstRow<{ n: number }>(
      facts,
      "select count(*) as n from ticket where customer_id = ? and state = 'valid'",
      customerId,
    ) ?? { n: 0 }
    return n === seen.entries
      ? []
      : [`the app shows customer ${number} ${seen.entries} entries, but there are ${n}`]
  })

/** The status that the app shows for each receipt of its history is the server's, unless a change waits on the phone. */
export const theAppShowsTheReceipts: Invariant = facts =>
  facts.customers.flatMap(({ number, seen }) => {
    if (seen === null || seen.at !== facts.now()) return []
    return [...seen.receipts].flatMap(([id, shown]) => {
      const row = firstRow<{ status: string; receipt_no: string }>(
        facts,
        'select status, receipt_no from receipt where id = ?',
        id,
      )
      return row?.status === shown
        ? []
        : [`the app shows customer ${number} a receipt that is ${shown}, but it is ${row?.status ?? 'gone'}`]
    })
  })

/** The stored states of the draw that the app may show like this. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  none: ['none'],
  lost: ['none', 'entered'],
  reserve: ['reserve'],
  won: ['won'],
  confirmed: ['confirmed'],
  declined: ['declined'],
  expired: ['expired', 'won'],
}

/** The state of the draw that the app shows a customer is the stored one. Before the announcement, it shows no result. */
export const theAppShowsTheResult: Invariant = facts => {
  const announced = firstRow<{ announced_at: number | null }>(facts, 'select announced_at from campaign')
  const isAnnounced = announced?.announced_at != null && announced.announced_at <= facts.now()
  return facts.customers.flatMap(({ number, customerId, seen }) => {
    if (seen === null || seen.at !== facts.now() || customerId === null || !isAnnounced) return []
    const state =
      firstRow<{ draw_state: string }>(
        facts,
        'select draw_state from reward where customer_id = ?',
        customerId,
      )?.draw_state ?? 'none'
    return STATES[seen.drawState]?.includes(state)
      ? []
      : [
          `the app shows customer ${number} that they are ${seen.drawState} in the draw, but they are ${state}`,
        ]
  })
}
