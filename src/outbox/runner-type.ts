import type { Ports } from '#src/ports.ts'
import type { Actions } from './actions.ts'
import type { Job } from './job.ts'
import type { JobStore } from './job-store.ts'
import type { LogQueue } from './log-queue.ts'
import type { Delivered, OutboxEvent, State } from './state.ts'
import type { TransitionLog } from './transition-log.ts'

export type OutboxPorts = Pick<
  Ports,
  'api' | 'kv' | 'disk' | 'local' | 'clock' | 'ids' | 'tabs' | 'visibility' | 'connectivity' | 'afterPaint'
>

export type QueueIdentity = {
  owner(): string | null
  /** Increases with each new session. */
  session(): number
  /** Signs in again unless a session newer than `session` exists. Resolves to false if that is impossible now. */
  renew(session: number): Promise<boolean>
  /** How far the server's clock is ahead of the phone's, in milliseconds; null if unknown. */
  serverAhead(): number | null
}

export type Runner = Actions & {
  readonly ports: OutboxPorts
  readonly identity: QueueIdentity
  readonly tab: string
  readonly store: JobStore
  readonly logs: LogQueue
  readonly history: TransitionLog
  readonly sentBytes: Map<string, number>
  /** The data epoch in the latest history answer, by customer. */
  readonly epochs: Map<string, string>
  readonly purges: Map<string, number>
  state(): State
  dispatch(event: OutboxEvent): void
  changed(job: Job): void
  /** Records that the customer may delete: their own and those without an owner. */
  unreadable(): number
  load(): Promise<void>
  reload(): Promise<void>
  loaded(): boolean
  /** True for a bug, which `loaded` then throws. */
  isDefect(error: unknown): boolean
  /** True once a read has started. That read may miss another tab's change. */
  hasRead(): boolean
  signal(): AbortSignal
  abort(): void
  /** Reschedules the `time` event to this time (milliseconds since 1970). */
  wait(until: number | null): void
  deliver(delivered: Delivered): void
  announceChange(): void
  onChange(run: () => void): () => void
  onDelivered(run: (delivered: Delivered) => void): () => void
  stop(): void
}
