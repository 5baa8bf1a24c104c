import type { ReadonlySignal } from '@preact/signals-core'
import type { Answer, BodyInput } from '#contract/calls.ts'
import type { LineProfile, Reply } from '#src/ports.ts'
import type { EndedSignIn } from '#src/startup/ended-sign-in.ts'
import type { Phase } from '#src/startup/phase.ts'
import type { Waiting } from '#src/startup/waiting.ts'

export type SessionModel = {
  readonly phase: ReadonlySignal<Phase>
  readonly loading: ReadonlySignal<boolean>
  /** True if loading takes more than ten seconds. */
  readonly slow: ReadonlySignal<boolean>
  /** Null if no startup run is in progress. */
  readonly waiting: ReadonlySignal<Waiting | null>
  /** True if the session can be renewed only with the redirect that `retry()` makes. */
  readonly signInNeeded: ReadonlySignal<boolean>
  /** Not null during the calls after sign-in (spec S4). If `joined` is true, the reward is created first. */
  welcoming(): { readonly joined: boolean } | null
  readonly endedSignIn: ReadonlySignal<EndedSignIn>
  /** May be a provisional customer on /register. */
  readonly customerId: ReadonlySignal<string | null>
  readonly profile: ReadonlySignal<LineProfile | null>
  readonly inClient: ReadonlySignal<boolean>
  start(): void
  retry(): void
  canRetry(): boolean
  /** Call after a tap. Signs in without leaving the page if possible; otherwise calls `retry()`. */
  signIn(): Promise<void>
  register(
    form: Omit<BodyInput<'register'>, 'lineUserId' | 'idToken' | 'lineAccessToken'>,
  ): Promise<Reply<Answer<'register'>>>
  logout(unsent: 'keep' | 'discard'): Promise<void>
  cancel(reason: { reason?: BodyInput<'cancel'>['reason']; note?: string }): Promise<Reply<Answer<'cancel'>>>
}
