import type * as v from 'valibot'
import type { Call, Lane } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/errors.ts'

type Schema = v.GenericSchema

/** One call of the product API as data. Success is HTTP 200 in all cases (S7). */
export type Route = Call & {
  readonly params: Schema
  readonly query: Schema
  readonly body: Schema
  readonly answer: Schema
  /** Errors of its own, besides the common ones. */
  readonly errors: readonly ErrorCode[]
  /** Where this call answers a code with another status than the usual one. */
  readonly statuses?: Readonly<Partial<Record<ErrorCode, number>>>
  /** Takes an `Idempotency-Key`; its answer carries the key back, and `Idempotency-Replayed` on a repeat. */
  readonly idempotent: boolean
  /** The lane in which the app queues this write while there is no network; null is sent directly or not at all. */
  readonly lane: Lane | null
  /** What a browser or a proxy may keep: everything with a bearer is `no-store`. */
  readonly cache: 'no-store' | 'public' | 'private-image'
  /** What it is for: one line, for the generated documentation. */
  readonly summary: string
}
