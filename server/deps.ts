import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Metrics } from '#server/metrics.ts'
import type { Random } from '#server/random.ts'
import type { Tables } from '#server/store/tables.ts'

/** Where photos are. Keys are made by the server alone. */
export type ObjectStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Null where nothing is kept under the key. */
  get(key: string): Promise<Uint8Array | null>
  delete(key: string): Promise<void>
  /** Resolves when the store answers; rejects where it does not. */
  probe(): Promise<void>
}

/** Everything the server touches outside itself; chosen once, in `main.ts` or by a test. */
export type ServerDeps = {
  readonly db: Kysely<Tables>
  readonly dialect: 'sqlite' | 'postgres'
  readonly objects: ObjectStore
  readonly clock: { now(): number }
  readonly random: Random
  readonly line: {
    /** How LINE's hosts are reached, always by their real addresses: `fetch`, or the emulator's handler. */
    readonly fetch: (request: Request) => Promise<Response>
    readonly channelId: string
    /** Without it withdrawing customers cannot be deauthorized at LINE; the work waits in `outgoing`. */
    readonly channelSecret: string | null
  }
  readonly log: Logger
  /** Counts calls for monitoring; null where nobody looks. */
  readonly metrics: Metrics | null
  /** Origins besides its own that may call it from a browser. */
  readonly allowedOrigins: readonly string[]
  /** How many proxies stand before it; 0 ignores `X-Forwarded-For`. */
  readonly trustProxy: number
  /** Serves HTTPS by itself or behind a proxy: sends HSTS. */
  readonly publicUrl: string
}
