import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Metrics } from '#server/metrics.ts'
import type { Random } from '#server/random.ts'
import type { ReceiptReader } from '#server/reader/receipt-reader.ts'
import type { Tables } from '#server/store/tables.ts'
import type { TimeStamper } from '#server/time-stamp/time-stamp.ts'

export type ObjectStore = {
  /** With `onlyNew`, never overwrites an object if the storage can check this atomically. */
  put(
    key: string,
    bytes: Uint8Array,
    contentType: string,
    options?: { readonly onlyNew?: boolean },
  ): Promise<void>
  get(key: string): Promise<Uint8Array | null>
  delete(key: string): Promise<void>
  probe(): Promise<void>
}

export type Messaging = {
  readonly accessToken: string
  readonly liffId: string
  /** The secret LINE uses to sign webhooks. If not set, the server rejects all webhooks. */
  readonly channelSecret?: string
}

export type MailSettings = {
  readonly smtpUrl: string
  readonly from: string
  readonly to: readonly string[]
}

export type NoticeTargets = {
  readonly mail: MailSettings | null
  readonly lineIds: readonly string[]
}

export type ServerDeps = {
  readonly db: Kysely<Tables>
  readonly dialect: 'sqlite' | 'postgres'
  readonly objects: ObjectStore
  readonly clock: { now(): number }
  readonly random: Random
  readonly line: {
    readonly fetch: (request: Request) => Promise<Response>
    readonly channelId: string
    /** Needed to deauthorize customers at LINE. If null, these tasks wait. */
    readonly channelSecret: string | null
  }
  readonly messaging: Messaging | null
  readonly noticeTargets: NoticeTargets
  readonly receiptReader: ReceiptReader | null
  readonly timeStamper: TimeStamper | null
  readonly log: Logger
  readonly metrics: Metrics | null
  readonly allowedOrigins: readonly string[]
  /** Number of proxies in front of the server. With 0, `X-Forwarded-For` is ignored. */
  readonly trustProxy: number
  /** Value of `Strict-Transport-Security`, or false to omit the header. */
  readonly hsts: string | false
}
