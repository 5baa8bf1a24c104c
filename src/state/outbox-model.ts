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
  /** Until true, `jobs` may be incomplete. Throws if a defect prevented the read. */
  readonly loaded: ReadonlySignal<boolean>
  readonly defect: ReadonlySignal<{ readonly error: unknown } | null>
  /** Oldest first. */
  readonly jobs: ReadonlySignal<readonly JobView[]>
  /** The outcomes that no screen has shown yet. */
  readonly outcomes: ReadonlySignal<readonly JobView[]>
  /** Number of jobs that are queued or being sent, excluding log events. */
  readonly waiting: ReadonlySignal<number>
  /** Number of refused jobs, which need the customer's decision. */
  readonly attention: ReadonlySignal<number>
  /** Number of jobs that are only in this page's memory. */
  readonly volatile: ReadonlySignal<number>
  readonly connection: ReadonlySignal<'unknown' | 'reachable' | 'unreachable'>
  /** True if something other than our server responds, for example a Wi-Fi sign-in page. */
  readonly strangerAnswers: ReadonlySignal<boolean>
  readonly unreadable: ReadonlySignal<number>
  /** When the server last acknowledged a job (milliseconds since 1970). */
  readonly lastSentAt: ReadonlySignal<number | null>
  transitions(): readonly Transition[]
  /** Null means that the job is unknown, not that it was received. */
  find(id: string): JobView | null
  shown(id: string): void
  /** Until this time, `sendNow` would send nothing (phone's clock, milliseconds since 1970). */
  readonly heldUntil: ReadonlySignal<number | null>
  sendNow(): void
  retry(id: string): Promise<boolean>
  discard(id: string): Promise<boolean>
  discardUnreadable(): Promise<void>
  discardOwner(customerId: string): Promise<void>
  /** Includes refused jobs but not log events. */
  countOf(customerId: string): number
  log(entry: LogEntry | LogEvent): void
  discardReports(): Promise<void>
  /** Adds an id and the time. */
  stamp(entry: LogEntry): LogEvent
  logsDelivered(ids: Promise<readonly string[]>): void
}
