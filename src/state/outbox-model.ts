import type { ReadonlySignal } from '@preact/signals-core'
import type { LogEvent } from '#contract/schema/log.ts'
import type { PhoneReport } from '#contract/schema/phone-report.ts'
import type { JobView } from '#src/outbox/job-view.ts'
import type { Transition } from '#src/outbox/transition-log.ts'

/** A log event without its id and time, which the outbox adds. */
type LogEntry =
  | { readonly kind: 'pageview'; readonly path: string }
  | { readonly kind: 'report'; readonly report: PhoneReport }
  | { readonly kind: 'state'; readonly state: string; readonly os: 'ios' | 'android' | 'web' }

/** The writes of the signed-in customer that wait on this phone. */
export type OutboxModel = {
  /**
   * False until the jobs have been read from the phone, which never happens if the phone's database fails.
   * Until then, `jobs` may lack jobs that are stored. Throws if a defect of the app has prevented it.
   */
  readonly loaded: ReadonlySignal<boolean>
  /** The latest defect of the app that has stopped an action of the customer; null if there is none. */
  readonly defect: ReadonlySignal<{ readonly error: unknown } | null>
  /** Jobs in the states `queued`, `sending` and `refused`, oldest first. */
  readonly jobs: ReadonlySignal<readonly JobView[]>
  /** Outcomes of jobs that no screen has shown yet: `received`, `withdrawn` or `replaced`. */
  readonly outcomes: ReadonlySignal<readonly JobView[]>
  /** Number of jobs that are queued or being sent. Log events are not counted. */
  readonly waiting: ReadonlySignal<number>
  /** Number of refused jobs. They need the customer's decision. */
  readonly attention: ReadonlySignal<number>
  /** Number of queued jobs that exist only in this page's memory and are lost when the page closes. */
  readonly volatile: ReadonlySignal<number>
  readonly connection: ReadonlySignal<'unknown' | 'reachable' | 'unreachable'>
  /** True if the server is unreachable, but something else answers in its place, such as a Wi-Fi sign-in page. */
  readonly strangerAnswers: ReadonlySignal<boolean>
  /** Number of the customer's records that this version of the app cannot read. */
  readonly unreadable: ReadonlySignal<number>
  /** When the server last acknowledged a job (milliseconds since 1970); null if unknown. */
  readonly lastSentAt: ReadonlySignal<number | null>
  /** The latest changes of jobs in this tab, oldest first, for support. */
  transitions(): readonly Transition[]
  /** Returns a job or an outcome. Returns null if neither is known, which does not mean "received". */
  find(id: string): JobView | null
  /** Must be called when a screen has shown an outcome. It is deleted a day later. */
  shown(id: string): void
  /**
   * Until when (phone's clock, milliseconds since 1970) `sendNow` would send nothing, because the server has named that
   * time. Null if it would send a job, or if something is being sent.
   */
  readonly heldUntil: ReadonlySignal<number | null>
  /** Sends queued jobs now. */
  sendNow(): void
  /** Sends a refused job again, unchanged. Resolves with false if the phone's database fails. */
  retry(id: string): Promise<boolean>
  /**
   * Discards a job. Resolves with false if the server may already have received the job, which is then kept.
   * Rejects if the phone's database fails.
   */
  discard(id: string): Promise<boolean>
  /** Deletes the customer's records that this version of the app cannot read. */
  discardUnreadable(): Promise<void>
  /** Deletes everything queued for this customer, including logs and photos. */
  discardOwner(customerId: string): Promise<void>
  /** Returns the number of a customer's jobs, including refused ones. Log events are not counted. */
  countOf(customerId: string): number
  /**
   * Queues a log event. An event from before sign-in is assigned to the customer who signs in during the same
   * visit.
   */
  log(entry: LogEntry | LogEvent): void
  /** Deletes the reports that wait to be sent. */
  discardReports(): Promise<void>
  /** Returns the event of an entry, with a new id and the current time. Does not queue it. */
  stamp(entry: LogEntry): LogEvent
  /**
   * Must be called when another call delivers events. `ids` resolves with those that the server has. Until then, no
   * events are sent.
   */
  logsDelivered(ids: Promise<readonly string[]>): void
}
