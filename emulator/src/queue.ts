/**
 * How an app shows its queue of unsent writes to the emulator's panel: it dispatches this event on `window`
 * whenever the queue changes, with a {@link QueueDetail}. Outside the emulator nothing listens to it.
 *
 * The name does not contain "LIFF", because the event is also useful to other developer tools.
 */
export const QUEUE_EVENT = 'offline-queue'

/** Value of `detail` in the event: the whole queue, not only what has changed. */
export type QueueDetail = {
  readonly jobs: readonly QueueJob[]
}

/** One write of the app that is waiting to be sent, or the outcome of one. */
export type QueueJob = {
  /** Identifies the job for as long as the page is open, for example by its idempotency key. */
  readonly key: string
  /** What the job does, for example the name of the API call. */
  readonly name: string
  /**
   * `queued`: waits to be sent. `sending`: is being sent. `received`: the server has it. `refused`: the server has
   * refused it. `withdrawn`: the user has deleted it. `replaced`: a newer job has taken its place.
   */
  readonly state: 'queued' | 'sending' | 'received' | 'refused' | 'withdrawn' | 'replaced'
  /** When a queued job is sent next, in milliseconds since 1970 by the page's clock. Null if unknown or due now. */
  readonly nextTry?: number | null
  /** How often the job was sent. */
  readonly attempts?: number
  /** What the job waits for, or why it was refused. */
  readonly note?: string
}
