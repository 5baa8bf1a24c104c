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
  /** False until the jobs have been read. Throws if a defect prevented that. */
  readonly loaded: ReadonlySignal<boolean>
  readonly defect: ReadonlySignal<{ readonly error: unknown } | null>
  /** Oldest first. */
  readonly jobs: ReadonlySignal<readonly JobView[]>
  readonly outcomes: ReadonlySignal<readonly JobView[]>
  readonly waiting: ReadonlySignal<number>
  readonly attention: ReadonlySignal<number>
  readonly volatile: ReadonlySignal<number>
  readonly connection: ReadonlySignal<'unknown' | 'reachable' | 'unreachable'>
  /** Something answers in place of the server, such as a Wi-Fi sign-in page. */
  readonly strangerAnswers: ReadonlySignal<boolean>
  readonly unreadable: ReadonlySignal<number>
  /** Milliseconds since 1970. */
  readonly lastSentAt: ReadonlySignal<number | null>
  transitions(): readonly Transition[]
  /** Null means unknown, not "received". */
  find(id: string): JobView | null
  shown(id: string): void
  /** Until when `sendNow` would send nothing (phone's clock, milliseconds since 1970). */
  readonly heldUntil: ReadonlySignal<number | null>
  sendNow(): void
  retry(id: string): Promise<boolean>
  /** Resolves with false if the server may have received the job. */
  discard(id: string): Promise<boolean>
  discardUnreadable(): Promise<void>
  discardOwner(customerId: string): Promise<void>
  countOf(customerId: string): number
  /** An event from before sign-in is assigned to the customer who signs in during the same visit. */
  log(entry: LogEntry | LogEvent): void
  discardReports(): Promise<void>
  stamp(entry: LogEntry): LogEvent
  logsDelivered(ids: Promise<readonly string[]>): void
}
