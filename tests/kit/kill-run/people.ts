import type { Insertable } from 'kysely'
import { MARKETING_VERSION } from '#campaign/marketing.ts'
import { bangkokDay } from '#contract/rules.ts'
import { HOUR_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import type { Db, Tables } from '#server/store/tables.ts'
import { lineUserOf, type Prepared } from '#tests/kit/prepared.ts'
import { randomBytes } from '#tests/kit/random.ts'

/** The number of receipts per customer. The run decides each of them. */
const RECEIPTS = 2
const BATCH_ROWS = 400

/** A person's role in the run. A `stranger` was never a friend of the account, which the server cannot know. */
export type Role = 'friend' | 'stranger' | 'blocks' | 'leaves' | 'withdraws'

export type Person = {
  readonly customerId: string
  readonly token: string
  readonly userId: string
  readonly role: Role
  readonly receipts: readonly { readonly id: string; readonly receiptNo: string }[]
}

/** How many of each hundred people have a role. The others are friends. */
const perHundred: readonly (readonly [Role, number])[] = [
  ['stranger', 3],
  ['blocks', 4],
  ['leaves', 4],
  ['withdraws', 4],
]

function roleOf(n: number): Role {
  // 37 and 100 have no common factor, so the roles are spread over the ids.
  let place = (n * 37) % 100
  for (const [role, count] of perHundred) {
    if (place < count) return role
    place -= count
  }
  return 'friend'
}

type At = { readonly now: number; readonly random: () => number }

export function peopleOf({ customers }: Prepared, { now, random }: At): Person[] {
  return customers.map(({ customerId, token }, n) => ({
    customerId,
    token,
    userId: lineUserOf(customerId),
    role: roleOf(n),
    receipts: Array.from({ length: RECEIPTS }, (_, index) => ({
      id: uuidv7(now, randomBytes(random)),
      receiptNo: `KR-${String(n).padStart(6, '0')}-${index}`,
    })),
  }))
}

/**
 * Adds the rows that people need to get messages: pending receipts, a ticket, a reward and the consent to marketing
 * messages.
 */
export async function fillStore(db: Db, people: readonly Person[], { now, random }: At): Promise<void> {
  const id = () => uuidv7(now, randomBytes(random))
  const receipts = people.flatMap(({ customerId, receipts }) =>
    receipts.map(receipt => receiptRow(customerId, receipt, now)),
  )
  await insert(db, 'receipt', receipts)
  await insert(
    db,
    'receipt_claim',
    receipts.map(({ store_id, receipt_no, id, customer_id }) => ({
      store_id,
      receipt_no,
      receipt_id: id,
      customer_id,
    })),
  )
  await insert(
    db,
    'ticket',
    people.map(({ customerId: customer_id }) => ({
      ...{ id: id(), customer_id, source: 'welcome', source_id: customer_id },
      ...{ seq: 0, state: 'valid', created_at: now },
    })),
  )
  await insert(
    db,
    'reward',
    people.map(({ customerId: customer_id }) => ({
      ...{ id: id(), customer_id, draw_state: 'none', qr_secret: 'q', pin_failures: 0 },
      ...{ version: 1, created_at: now, updated_at: now },
    })),
  )
  await insert(
    db,
    'consent',
    people.map(({ customerId: customer_id }) => ({
      ...{ id: id(), customer_id, kind: 'marketing', version: MARKETING_VERSION },
      ...{ granted: 1, text_sha256: null, at: now },
    })),
  )
}

const receiptRow = (
  customer_id: string,
  { id, receiptNo }: Person['receipts'][number],
  now: number,
): Insertable<Tables['receipt']> => ({
  ...{ id, customer_id, store_id: 1, receipt_no: receiptNo, amount_satang: 15_000 },
  ...{ purchased_at: now - HOUR_MS, status: 'pending', resubmits: 0, version: 1 },
  ...{ sent_day: bangkokDay(now), created_at: now, updated_at: now },
})

async function insert(db: Db, table: keyof Tables, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS)
    await db
      .insertInto(table)
      .values(rows.slice(from, from + BATCH_ROWS) as never)
      .execute()
}
