import type { Tables } from '#server/store/tables.ts'

/** Tables that belong to the database, not to the campaign. They are not copied. */
type OwnTable = 'schema_migration' | 'rate_bucket'
export type CopiedTable = Exclude<keyof Tables, OwnTable>

/** Primary-key columns of each table. The compiler refuses a missing table. */
export const primaryKeys: { readonly [T in CopiedTable]: readonly (keyof Tables[T] & string)[] } = {
  campaign: ['id'],
  store: ['id'],
  store_pin: ['store_id'],
  wrong_pins: ['scope'],
  province: ['id'],
  district: ['id'],
  subdistrict: ['id'],
  customer: ['id'],
  line_identity: ['line_user_id'],
  block: ['customer_id'],
  phone_claim: ['phone'],
  consent: ['id'],
  session: ['id'],
  login_seen: ['session_id'],
  idempotency: ['customer_id', 'key'],
  question: ['id'],
  answer: ['id'],
  image: ['customer_id', 'sha256'],
  upload: ['customer_id', 'sha256'],
  receipt: ['id'],
  receipt_image: ['receipt_id', 'position'],
  receipt_claim: ['store_id', 'receipt_no'],
  ticket: ['id'],
  reward: ['id'],
  reward_kind: ['reward_type'],
  reward_stock: ['reward_type'],
  reward_use: ['customer_id', 'reward_type'],
  draw: ['id'],
  draw_entry: ['draw_id', 'ticket_id'],
  draw_winner: ['draw_id', 'rank'],
  log_state: ['customer_id', 'event_id'],
  log_page_view: ['customer_id', 'event_id'],
  app_build: ['build'],
  phone_report: ['id'],
  audit: ['seq'],
  outgoing: ['id'],
  message: ['kind', 'subject', 'customer_id'],
  message_channel: ['id'],
  mailing: ['kind', 'subject'],
  message_preference: ['customer_id', 'message_group'],
  line_reach: ['line_user_id'],
  line_hand_over: ['line_user_id'],
  line_webhook_event: ['id'],
}

export const copiedTables = Object.keys(primaryKeys) as CopiedTable[]
