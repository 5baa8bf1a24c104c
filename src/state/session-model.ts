import type { ReadonlySignal } from '@preact/signals-core'
import type { Answer, BodyInput } from '#contract/calls.ts'
import type { LineProfile, Reply } from '#src/ports.ts'
import type { EndedSignIn } from '#src/startup/ended-sign-in.ts'
import type { Phase } from '#src/startup/phase.ts'
import type { Waiting } from '#src/startup/waiting.ts'

/** Startup and sign-in, as screens and other models see them. */
export type SessionModel = {
  readonly phase: ReadonlySignal<Phase>
  /** True until startup has an outcome to show. */
  readonly loading: ReadonlySignal<boolean>
  /** True when startup takes longer than ten seconds. */
  readonly slow: ReadonlySignal<boolean>
  /** Whose answer startup is waiting for; null if no startup run is in progress. */
  readonly waiting: ReadonlySignal<Waiting | null>
  /**
   * True if the session has expired and cannot be renewed without leaving the page. `retry()` then signs in
   * again.
   */
  readonly signInNeeded: ReadonlySignal<boolean>
  /**
   * Returns the running welcome of a new session, which posts the customer before it loads the customer's data (spec
   * S4), or null. If `joined`, it also creates the reward before it loads it.
   */
  welcoming(): { readonly joined: boolean } | null
  /** State of the sign-in behind the screens of an ended campaign. Only used in that phase. */
  readonly endedSignIn: ReadonlySignal<EndedSignIn>
  /** Id of the signed-in customer, or null if unknown. On /register, the customer may be provisional. */
  readonly customerId: ReadonlySignal<string | null>
  readonly profile: ReadonlySignal<LineProfile | null>
  /** True if the app seems to run inside LINE. */
  readonly inClient: ReadonlySignal<boolean>
  start(): void
  retry(): void
  /** True if `retry()` would make an attempt now. */
  canRetry(): boolean
  /** Signs in again after a tap: behind the screen if possible, otherwise by `retry()`. Each call makes an attempt. */
  signIn(): Promise<void>
  /** Sends the registration. If it succeeds, the session is ready and home opens. */
  register(
    form: Omit<BodyInput<'register'>, 'lineUserId' | 'idToken' | 'lineAccessToken'>,
  ): Promise<Reply<Answer<'register'>>>
  /**
   * Signs out. With `keep`, the customer's unsent jobs stay on this phone; with `discard`, they are deleted.
   */
  logout(unsent: 'keep' | 'discard'): Promise<void>
  cancel(reason: { reason?: BodyInput<'cancel'>['reason']; note?: string }): Promise<Reply<Answer<'cancel'>>>
}
