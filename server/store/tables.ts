import type { Generated, Kysely, Transaction } from 'kysely'
import type { Customer } from '#contract/schema/customer.ts'
import type {
  CampaignTable,
  QuestionTable,
  RewardKindTable,
  StorePinTable,
  StoreTable,
} from './content-tables.ts'
import type {
  DeskApprovalTable,
  DeskChallengeTable,
  DeskDeviceTable,
  DeskInvitationTable,
  DeskNoticeTable,
  DeskPasskeyTable,
  DeskPersonTable,
  DeskSessionTable,
} from './desk-tables.ts'
import type { DrawEntryTable, DrawTable, DrawWinnerTable, PrizeDeliveryTable } from './draw-tables.ts'
import type {
  LineHandOverTable,
  LineReachTable,
  LineWebhookEventTable,
  MailingTable,
  MessageChannelTable,
  MessageMulticastTable,
  MessagePreferenceTable,
  MessageTable,
} from './message-tables.ts'
import type { AppBuildTable, PhoneReportTable } from './phone-tables.ts'
import type {
  ReceiptTable,
  ReviewDecisionTable,
  ReviewLeaseTable,
  ReviewOpenTable,
  ReviewPresenceTable,
  ReviewSkipTable,
} from './review-tables.ts'

/**
 * All tables. They are the same on SQLite and PostgreSQL. Times are milliseconds since 1970 (`bigint`), money is in
 * satang, booleans are 1 and 0, lists and objects are JSON text, and ids are UUIDv7 text. Every row about a customer
 * has a `customer_id`, so that the tables can be partitioned by customer. Keys that must be unique across customers
 * have their own small tables (`line_identity`, `phone_claim`, `receipt_claim`).
 */
export type Tables = {
  campaign: CampaignTable
  store: StoreTable
  store_pin: StorePinTable
  /**
   * Counts wrong staff PINs across all customers. The scope is `campaign` for the whole campaign, or
   * `store:ID` for one store.
   */
  wrong_pins: { scope: string; failures: number; since: number }
  province: { id: number; name_th: string; name_en: string }
  district: { id: number; province_id: number; name_th: string }
  subdistrict: { id: number; district_id: number; name_th: string; postal_code: string }
  customer: CustomerTable
  line_identity: { line_user_id: string; customer_id: string }
  /** Blocked customers cannot sign in and do not take part in the draw. */
  block: { customer_id: string; blocked_at: number }
  phone_claim: { phone: string; customer_id: string }
  consent: ConsentTable
  session: SessionTable
  login_seen: { token_hash: string; customer_id: string; at: number; session_id: string }
  idempotency: IdempotencyTable
  question: QuestionTable
  answer: AnswerTable
  image: ImageTable
  upload: UploadTable
  receipt: ReceiptTable
  receipt_image: { receipt_id: string; customer_id: string; position: number; sha256: string }
  receipt_claim: { store_id: number; receipt_no: string; receipt_id: string; customer_id: string }
  review_lease: ReviewLeaseTable
  review_skip: ReviewSkipTable
  review_open: ReviewOpenTable
  review_presence: ReviewPresenceTable
  review_decision: ReviewDecisionTable
  ticket: TicketTable
  reward: RewardTable
  reward_kind: RewardKindTable
  reward_stock: { reward_type: string; remaining: number }
  reward_use: RewardUseTable
  draw: DrawTable
  draw_entry: DrawEntryTable
  draw_winner: DrawWinnerTable
  prize_delivery: PrizeDeliveryTable
  log_state: LogStateTable
  log_page_view: { event_id: string; customer_id: string; path: string; at: number; received_at: number }
  app_build: AppBuildTable
  phone_report: PhoneReportTable
  audit: AuditTable
  audit_text: AuditTextTable
  outgoing: TaskTable
  message: MessageTable
  message_channel: MessageChannelTable
  message_multicast: MessageMulticastTable
  mailing: MailingTable
  message_preference: MessagePreferenceTable
  line_reach: LineReachTable
  line_hand_over: LineHandOverTable
  line_webhook_event: LineWebhookEventTable
  rate_bucket: { key: string; tokens: number; updated_at: number }
  desk_person: DeskPersonTable
  desk_passkey: DeskPasskeyTable
  desk_invitation: DeskInvitationTable
  desk_challenge: DeskChallengeTable
  desk_session: DeskSessionTable
  desk_approval: DeskApprovalTable
  desk_notice: DeskNoticeTable
  desk_device: DeskDeviceTable
  schema_migration: { version: number; name: string; applied_at: number }
}

export type Db = Kysely<Tables> | Transaction<Tables>

type CustomerTable = {
  id: string
  line_user_id: string | null
  line_display_name: string | null
  line_picture_url: string | null
  status: 'provisional' | 'registered' | 'cancelled'
  first_name: string | null
  last_name: string | null
  /** Phone number in E.164 format. */
  phone: string | null
  email: string | null
  birth_date: string | null
  gender: Customer['gender']
  address_line: string | null
  province_id: number | null
  district_id: number | null
  subdistrict_id: number | null
  postal_code: string | null
  logstate: string | null
  version: Generated<number>
  created_at: number
  updated_at: number
  cancelled_at: number | null
  cancel_reason: string | null
  cancel_note: string | null
}

type ConsentTable = {
  id: string
  customer_id: string
  kind: 'terms' | 'privacy' | 'marketing' | 'guardian'
  version: string
  granted: number
  /** Hash of the text that the customer saw; null if the client did not send it. */
  text_sha256: string | null
  at: number
}

type SessionTable = {
  id: string
  /** SHA-256 of the bearer token. The token itself is not stored. */
  token_hash: string
  customer_id: string
  created_at: number
  used_at: number
  expires_at: number
  revoked_at: number | null
}

type IdempotencyTable = {
  customer_id: string
  key: string
  route: string
  /** SHA-256 of the route and the validated payload. */
  fingerprint: string
  /**
   * Like `fingerprint`, but without the fields that may differ in a repeated request; null if the call has no such
   * fields.
   */
  repeat_fingerprint: string | null
  status: number | null
  body: string | null
  created_at: number
}

type AnswerTable = {
  id: string
  customer_id: string
  question_id: string
  answer_text: string
  answered_at: number
  updated_at: number
}

type ImageTable = {
  sha256: string
  customer_id: string
  bytes: number
  width: number
  height: number
  content_type: string
  created_at: number
  /** 256 hexadecimal digits; null if the photo has not been read yet or cannot be compared. */
  fingerprint: string | null
  /** Parts of the fingerprint that the database uses to find similar photos. */
  band_1: number | null
  band_2: number | null
  band_3: number | null
  band_4: number | null
  band_5: number | null
  /** When the photo was read, even if no fingerprint could be computed. */
  fingerprinted_at: number | null
}

/** An unfinished upload. Its parts are in the object store under `upload/`. */
type UploadTable = {
  sha256: string
  customer_id: string
  total: number
  received: number
  updated_at: number
}

type TicketTable = {
  id: string
  /** Sequential number, shown as `FF-004512-5`. The database assigns it. There can be gaps. */
  no: Generated<number>
  customer_id: string
  source: 'welcome' | 'receipt' | 'answer'
  source_id: string
  seq: number
  state: 'valid' | 'void'
  created_at: number
}

type RewardTable = {
  id: string
  customer_id: string
  draw_state: string
  draw_rank: number | null
  confirmed_at: number | null
  /** The confirmation deadline of a promoted reserve; null if the campaign's deadline applies. */
  confirm_by: number | null
  qr_secret: string
  pin_failures: number
  pin_locked_until: number | null
  version: number
  created_at: number
  updated_at: number
}

type RewardUseTable = {
  customer_id: string
  reward_type: string
  code: string
  store_id: number | null
  used_at: number
}

type LogStateTable = {
  event_id: string
  customer_id: string
  state: string
  os: string
  at: number
  received_at: number
}

type AuditTable = {
  seq: number
  at: number
  actor: string
  action: string
  detail: string
  previous_hash: string
  hash: string
}

/**
 * Free texts that a person entered for an audit entry. They are deleted together with the data of the customer they
 * concern.
 */
type AuditTextTable = {
  seq: number
  /** A customer's id, or empty. An entry about several customers has one row for each of them, with the same texts. */
  about: string
  /** Prevents deleted texts from being guessed from the entry's hash. */
  salt: string
  /** JSON object: texts by name. */
  texts: string
}

/** A call to another system. It runs after the commit that created this row. */
type TaskTable = {
  id: string
  kind: 'deauthorize' | 'delete-object' | 'forget-upload' | 'desk-notice'
  payload: string
  not_before: number
  attempts: number
  last_error: string | null
  created_at: number
}
