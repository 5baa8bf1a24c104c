import { sql } from 'kysely'
import type { Db, Tables } from '#server/store/tables.ts'
import { testDialect } from './seeded.ts'

/** Tables without customer data: places, migrations and rate limits. */
type Other = 'store' | 'province' | 'district' | 'subdistrict' | 'rate_bucket' | 'schema_migration'

/** All other tables. The compiler reports a missing one. */
const compared: Readonly<Record<Exclude<keyof Tables, Other>, true>> = {
  campaign: true,
  store_pin: true,
  wrong_pins: true,
  customer: true,
  line_identity: true,
  block: true,
  phone_claim: true,
  consent: true,
  session: true,
  login_seen: true,
  idempotency: true,
  question: true,
  answer: true,
  image: true,
  upload: true,
  receipt: true,
  receipt_image: true,
  receipt_claim: true,
  receipt_dispute: true,
  review_lease: true,
  review_skip: true,
  review_open: true,
  review_presence: true,
  review_decision: true,
  ticket: true,
  reward: true,
  reward_kind: true,
  reward_stock: true,
  reward_use: true,
  hand_over: true,
  customer_note: true,
  draw: true,
  draw_entry: true,
  draw_winner: true,
  prize_delivery: true,
  log_state: true,
  log_page_view: true,
  app_build: true,
  phone_report: true,
  audit: true,
  audit_text: true,
  outgoing: true,
  message: true,
  message_multicast: true,
  message_channel: true,
  mailing: true,
  message_preference: true,
  line_reach: true,
  line_hand_over: true,
  line_webhook_event: true,
  desk_person: true,
  desk_passkey: true,
  desk_invitation: true,
  desk_challenge: true,
  desk_session: true,
  desk_approval: true,
  desk_notice: true,
  desk_device: true,
}
const tables = Object.keys(compared) as (keyof typeof compared)[]

/** Returns all rows as text. Equal data gives equal text, in any order of the rows. */
export async function dump(db: Db): Promise<string> {
  const parts = tables.map(async table => {
    const rows = await db
      .selectFrom(table as 'customer')
      .selectAll()
      .execute()
    const lines = rows.map(row => JSON.stringify(row)).sort()
    return `${table} ${lines.join('\n')}`
  })
  return (await Promise.all(parts)).join('\n')
}

/** Returns the lines that differ between two dumps, for readable test failures. */
export function changes(before: string, after: string): string[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  return [...fresh.filter(line => !old.includes(line)), ...old.filter(line => !fresh.includes(line))]
}

/** Returns the number of rows written since the database was opened, including rolled-back ones; null on PostgreSQL. */
export async function rowsWritten(db: Db): Promise<number | null> {
  if (testDialect === 'postgres') return null
  const { rows } = await sql<{ count: number }>`SELECT total_changes() AS count`.execute(db)
  return rows[0]?.count ?? null
}
