import { firstRow, type Invariant } from '../facts.ts'

/** The number of entries that the app has just loaded equals the number that the server has stored. */
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

/** For each receipt in its history, the app shows the server's status, unless a change is waiting on the phone. */
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

/** The stored draw states for which the app may show each state. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  none: ['none'],
  lost: ['none', 'entered'],
  reserve: ['reserve'],
  won: ['won'],
  confirmed: ['confirmed'],
  declined: ['declined'],
  expired: ['expired', 'won'],
}

/** After the announcement, the app shows each customer the stored draw state. */
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
