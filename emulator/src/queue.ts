/**
 * An app dispatches this event on `window` whenever its queue of unsent writes changes, with a {@link QueueDetail}. The
 * emulator's panel shows the queue.
 *
 * The name does not contain "LIFF", because the event also helps other developer tools.
 */
export const QUEUE_EVENT = 'offline-queue'

/** The whole queue, not only its changes. */
export type QueueDetail = {
  readonly jobs: readonly QueueJob[]
}

/** An unsent write of the app, or its outcome. */
export type QueueJob = {
  /** Identifies the job while the page is open, for example by its idempotency key. */
  readonly key: string
  /** What the job does, for example the name of the API call. */
  readonly name: string
  /**
   * `received`: the server has received it. `refused`: the server rejected it. `withdrawn`: the user deleted it.
   * `replaced`: a newer job took its place.
   */
  readonly state: 'queued' | 'sending' | 'received' | 'refused' | 'withdrawn' | 'replaced'
  /** Time of the next attempt, in ms since 1970 by the page's clock; null if unknown or due now. */
  readonly nextTry?: number | null
  readonly attempts?: number
  /** What the job is waiting for, or why it was refused. */
  readonly note?: string
}
