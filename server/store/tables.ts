import type { Generated, Kysely, Transaction } from 'kysely'
import type { Lang } from '#contract/languages.ts'
import type { Customer } from '#contract/schema/customer.ts'
import type { ContentTables } from './content-tables.ts'
import type { DeskTables } from './desk-tables.ts'
import type { DrawTables } from './draw-tables.ts'
import type { MessageTables } from './message-tables.ts'
import type { PhoneTables } from './phone-tables.ts'
import type { ReviewTables } from './review-tables.ts'

type CustomerTables = {
  /**
   * Counts wrong staff PINs across all customers. The scope is `campaign` for the whole campaign, or
   * `store:ID` for one store.
   */
  wrong_pins: { scope: string; failures: number; since: number }
  province: { id: number; name_th: string; name_en: string }
  district: { id: number; province_id: number; name_th: string }
  subdistrict: { id: number; district_id: number; name_th: string; postal_code: string }

  customer: {
    id: string
    line_user_id: string | null
    line_display_name: string | null
    line_picture_url: string | null
    status: 'provisional' | 'registered' | 'cancelled'
    first_name: string | null
    last_name: string | null
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
    /** The language that the app showed at the last visit; null if no visit has reported it. */
    language: Lang | null
    version: Generated<number>
    created_at: number
    updated_at: number
    cancelled_at: number | null
    cancel_reason: string | null
    cancel_note: string | null
  }

  line_identity: { line_user_id: string; customer_id: string }
  /** Blocked customers cannot sign in and do not take part in the draw. */
  block: { customer_id: string; blocked_at: number }
  phone_claim: { phone: string; customer_id: string }

  consent: {
    id: string
    customer_id: string
    kind: 'terms' | 'privacy' | 'marketing' | 'guardian'
    version: string
    granted: number
    /** Hash of the text that the customer saw; null if the client did not send it. */
    text_sha256: string | null
    at: number
  }

  session: {
    id: string
    /** SHA-256 of the bearer token. The token itself is not stored. */
    token_hash: string
    customer_id: string
    created_at: number
    used_at: number
    expires_at: number
    revoked_at: number | null
  }

  login_seen: { token_hash: string; customer_id: string; at: number; session_id: string }

  idempotency: {
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

  answer: {
    id: string
    customer_id: string
    question_id: string
    answer_text: string
    answered_at: number
    updated_at: number
  }

  image: {
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
  upload: {
    sha256: string
    customer_id: string
    total: number
    received: number
    updated_at: number
  }

  receipt_image: { receipt_id: string; customer_id: string; position: number; sha256: string }
  receipt_claim: { store_id: number; receipt_no: string; receipt_id: string; customer_id: string }

  /** A receipt whose number (normalised) another customer's receipt has claimed at the same store. */
  receipt_dispute: {
    receipt_id: string
    customer_id: string
    store_id: number
    receipt_no: string
    /** `separate`: a reviewer has seen two purchases with the same number, so this receipt counts as well. */
    state: 'open' | 'separate'
    since: number
    /** 1 if this receipt had been approved before a reviewer gave its number to another receipt. */
    lost_approval: number
  }

  ticket: {
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

  reward: {
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

  reward_stock: { reward_type: string; remaining: number }

  reward_use: {
    customer_id: string
    reward_type: string
    code: string
    store_id: number | null
    used_at: number
  }

  log_state: {
    event_id: string
    customer_id: string
    state: string
    os: string
    at: number
    received_at: number
  }

  log_page_view: { event_id: string; customer_id: string; path: string; at: number; received_at: number }

  audit: {
    seq: number
    at: number
    actor: string
    action: string
    detail: string
    previous_hash: string
    hash: string
  }

  /** Free texts for an audit entry, deleted together with the customer's data. */
  audit_text: {
    seq: number
    /** A customer's id, or empty. An entry about several customers has one row for each, with the same texts. */
    about: string
    /** Prevents deleted texts from being guessed from the entry's hash. */
    salt: string
    texts: string
  }

  /** A call to another system. It runs after the commit that created this row. */
  outgoing: {
    id: string
    kind: 'deauthorize' | 'delete-object' | 'forget-upload' | 'desk-notice'
    payload: string
    not_before: number
    attempts: number
    last_error: string | null
    created_at: number
  }

  rate_bucket: { key: string; tokens: number; updated_at: number }
  schema_migration: { version: number; name: string; applied_at: number }
}

/**
 * All tables. They are the same on SQLite and PostgreSQL. Times are milliseconds since 1970 (`bigint`), money is in
 * satang, booleans are 1 and 0, lists and objects are JSON text, and ids are UUIDv7 text. Every row about a customer
 * has a `customer_id`, so that the tables can be partitioned by customer. Keys that must be unique across customers
 * have their own small tables (`line_identity`, `phone_claim`, `receipt_claim`).
 */
export type Tables = ContentTables &
  CustomerTables &
  DeskTables &
  DrawTables &
  MessageTables &
  PhoneTables &
  ReviewTables

export type Db = Kysely<Tables> | Transaction<Tables>
