import { sql } from 'kysely'
import { MARKETING_VERSION } from '#campaign/marketing.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db } from '#server/store/tables.ts'
import { testDialect } from './seeded.ts'

/** The tables that `fillMessages` fills. No statement may scan one of them completely. */
export const filled = ['customer', 'consent', 'reward', 'ticket', 'message', 'message_multicast'] as const

/** Messages per customer. */
export const EACH = 10

type Size = {
  readonly customers: number
  /** How many of the customers have messages, counted from the first customer. */
  readonly addressees: number
  readonly now: number
}

/**
 * Fills a database as in the middle of a mailing: of an addressee's ten messages, seven were sent and three wait. For
 * one addressee in 500, one of the seven still waits or is dead.
 */
export async function fillMessages(db: Db, { customers, addressees, now }: Size): Promise<void> {
  const numbers = sql.raw(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${customers})`,
  )
  const run = (into: string, select: string) =>
    sql`insert into ${sql.raw(into)} ${numbers} ${sql.raw(select)}`.execute(db)
  await run(
    'customer (id, line_user_id, status, created_at, updated_at)',
    `select 'c' || n, 'U' || n, 'registered', ${now}, ${now} from numbers`,
  )
  await run(
    'consent (id, customer_id, kind, version, granted, at)',
    `select 'c' || n, 'c' || n, 'marketing', '${MARKETING_VERSION}', 1, ${now} from numbers`,
  )
  await run(
    'reward (id, customer_id, draw_state, qr_secret, pin_failures, version, created_at, updated_at)',
    `select 'c' || n, 'c' || n, 'entered', 'q', 0, 1, ${now}, ${now} from numbers`,
  )
  await run(
    'ticket (id, customer_id, source, source_id, seq, state, created_at)',
    `select 'c' || n, 'c' || n, 'welcome', 'c' || n, 0, 'valid', ${now} from numbers`,
  )
  const kind = (k: number) => (k < 6 ? 'receipt-approved' : k < 8 ? 'coupon-expiring' : 'not-won')
  const dueAt = (k: number) => (k === 6 ? now + DAY_MS : now - 1)
  for (let k = 0; k < EACH; k++) {
    const isShared = k >= 7 || k === 6
    const state =
      k < 5 || k === 7
        ? `'sent'`
        : k === 5
          ? `case when n % 1000 = 0 then 'waiting' when n % 1000 = 1 then 'dead' else 'sent' end`
          : `'waiting'`
    await run(
      'message (kind, subject, customer_id, state, not_before, attempts, unsure, created_at, is_shared)',
      `select '${kind(k)}', 'subject-${k}', 'c' || n, ${state}, ${dueAt(k)}, 0, 0, ${now}, ${isShared ? 1 : 0} from numbers where n <= ${addressees}`,
    )
  }
  if (testDialect === 'postgres')
    for (const table of filled) await sql.raw(`vacuum analyze ${table}`).execute(db)
}
