import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Metrics } from '#server/metrics.ts'
import type { Random } from '#server/random.ts'
import type { ReceiptReader } from '#server/reader/receipt-reader.ts'
import type { Tables } from '#server/store/tables.ts'
import type { TimeStamper } from '#server/time-stamp/time-stamp.ts'

/** Storage for photos. Only the server creates keys. */
export type ObjectStore = {
  /**
   * Stores an object. With `onlyNew`, an object that the key already has stays; a storage that cannot decide this
   * atomically may replace it.
   */
  put(
    key: string,
    bytes: Uint8Array,
    contentType: string,
    options?: { readonly onlyNew?: boolean },
  ): Promise<void>
  /** Returns the stored bytes, or null if the key does not exist. */
  get(key: string): Promise<Uint8Array | null>
  delete(key: string): Promise<void>
  /** Resolves if the storage is reachable; rejects otherwise. */
  probe(): Promise<void>
}

/** A Messaging API channel, and the LIFF app that its messages link to. */
export type Messaging = {
  readonly accessToken: string
  readonly liffId: string
  /** Secret with which LINE signs webhooks. Without it, the server accepts none. */
  readonly channelSecret?: string
}

/** A mail server (`smtps://` or `smtp://`, with user and password if it wants them), the sender, and the recipients. */
export type MailSettings = {
  readonly smtpUrl: string
  readonly from: string
  readonly to: readonly string[]
}

/** Where notices to the managers of the desk go besides the desk. */
export type NoticeTargets = {
  readonly mail: MailSettings | null
  /** Ids of users, groups or rooms at LINE. */
  readonly lineIds: readonly string[]
}

/** Everything that the server uses from outside. `start.ts` or a test creates it once. */
export type ServerDeps = {
  readonly db: Kysely<Tables>
  readonly dialect: 'sqlite' | 'postgres'
  readonly objects: ObjectStore
  readonly clock: { now(): number }
  readonly random: Random
  readonly line: {
    /** Sends a request to LINE's real addresses: the global `fetch`, or the emulator's handler. */
    readonly fetch: (request: Request) => Promise<Response>
    readonly channelId: string
    /**
     * Needed to deauthorize customers at LINE. If null, deauthorization tasks wait in the server's outbox.
     */
    readonly channelSecret: string | null
  }
  /** The channel that sends LINE messages to customers; null if the operator has set none. */
  readonly messaging: Messaging | null
  readonly noticeTargets: NoticeTargets
  /** Reads receipts from photos; null if the operator has set none. */
  readonly receiptReader: ReceiptReader | null
  /** Asks for time stamps of the draw's list; null if the operator has set no authority. */
  readonly timeStamper: TimeStamper | null
  readonly log: Logger
  /** Null if metrics are turned off. */
  readonly metrics: Metrics | null
  /** Other origins whose pages may call the API (CORS). */
  readonly allowedOrigins: readonly string[]
  /** Number of proxies in front of the server; with 0 it ignores `X-Forwarded-For`. */
  readonly trustProxy: number
  /** Value of `Strict-Transport-Security`; false for no such header. */
  readonly hsts: string | false
}
