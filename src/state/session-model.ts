import type { ReadonlySignal } from '@preact/signals-core'
import type { Answer, BodyInput } from '#contract/calls.ts'
import type { LineProfile, Reply } from '#src/ports.ts'
import type { EndedSignIn } from '#src/startup/ended-sign-in.ts'
import type { Phase } from '#src/startup/phase.ts'
import type { Waiting } from '#src/startup/waiting.ts'

export type SessionModel = {
  readonly phase: ReadonlySignal<Phase>
  readonly loading: ReadonlySignal<boolean>
  /** True after ten seconds. */
  readonly slow: ReadonlySignal<boolean>
  /** Null if no startup run is in progress. */
  readonly waiting: ReadonlySignal<Waiting | null>
  /** True if renewing the session needs a redirect, which `retry()` makes. */
  readonly signInNeeded: ReadonlySignal<boolean>
  /**
   * The welcome posts the customer before it loads the customer's data (spec S4). `joined`: it also creates the reward
   * first.
   */
  welcoming(): { readonly joined: boolean } | null
  readonly endedSignIn: ReadonlySignal<EndedSignIn>
  /** On /register, the customer may be provisional. */
  readonly customerId: ReadonlySignal<string | null>
  readonly profile: ReadonlySignal<LineProfile | null>
  readonly inClient: ReadonlySignal<boolean>
  start(): void
  retry(): void
  canRetry(): boolean
  /** After a tap: signs in without leaving the page if possible, otherwise by `retry()`. */
  signIn(): Promise<void>
  register(
    form: Omit<BodyInput<'register'>, 'lineUserId' | 'idToken' | 'lineAccessToken'>,
  ): Promise<Reply<Answer<'register'>>>
  logout(unsent: 'keep' | 'discard'): Promise<void>
  cancel(reason: { reason?: BodyInput<'cancel'>['reason']; note?: string }): Promise<Reply<Answer<'cancel'>>>
}
