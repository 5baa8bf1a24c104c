import type { ReadonlySignal } from '@preact/signals-core'
import type { LogEvent } from '#contract/schema/log.ts'
import type { PhoneReport } from '#contract/schema/phone-report.ts'
import type { JobView } from '#src/outbox/job-view.ts'
import type { Transition } from '#src/outbox/transition-log.ts'

type LogEntry =
  | { readonly kind: 'pageview'; readonly path: string }
  | { readonly kind: 'report'; readonly report: PhoneReport }
  | { readonly kind: 'state'; readonly state: string; readonly os: 'ios' | 'android' | 'web' }

export type OutboxModel = {
  /**
   * False until the jobs have been read; `jobs` may be incomplete until then. Throws if a defect prevented the read.
   */
  readonly loaded: ReadonlySignal<boolean>
  readonly defect: ReadonlySignal<{ readonly error: unknown } | null>
  /** Oldest first. */
  readonly jobs: ReadonlySignal<readonly JobView[]>
  /** Those that no screen has shown yet. */
  readonly outcomes: ReadonlySignal<readonly JobView[]>
  /** Queued or being sent, without log events. */
  readonly waiting: ReadonlySignal<number>
  /** Refused jobs, which need the customer's decision. */
  readonly attention: ReadonlySignal<number>
  /** Jobs only in this page's memory, which are lost when it closes. */
  readonly volatile: ReadonlySignal<number>
  readonly connection: ReadonlySignal<'unknown' | 'reachable' | 'unreachable'>
  /** Something answers in place of the server, such as a Wi-Fi sign-in page. */
  readonly strangerAnswers: ReadonlySignal<boolean>
  readonly unreadable: ReadonlySignal<number>
  /** When the server last acknowledged a job (milliseconds since 1970). */
  readonly lastSentAt: ReadonlySignal<number | null>
  transitions(): readonly Transition[]
  /** Null means unknown, not "received". */
  find(id: string): JobView | null
  shown(id: string): void
  /** Until when `sendNow` would send nothing (phone's clock, milliseconds since 1970). */
  readonly heldUntil: ReadonlySignal<number | null>
  sendNow(): void
  /** Resolves with false if the database fails. */
  retry(id: string): Promise<boolean>
  /** Resolves with false if the server may have received the job. Rejects if the database fails. */
  discard(id: string): Promise<boolean>
  discardUnreadable(): Promise<void>
  /** Includes logs and photos. */
  discardOwner(customerId: string): Promise<void>
  /** Includes refused jobs, but no log events. */
  countOf(customerId: string): number
  /** An event from before sign-in is assigned to the customer who signs in during the same visit. */
  log(entry: LogEntry | LogEvent): void
  discardReports(): Promise<void>
  /** Adds an id and the time, without queueing the event. */
  stamp(entry: LogEntry): LogEvent
  /** See `LogQueue.deliveredBy`. */
  logsDelivered(ids: Promise<readonly string[]>): void
}
