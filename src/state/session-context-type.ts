import type { Signal } from '@preact/signals-core'
import type { LogEvent } from '#contract/schema/log.ts'
import type { LineProfile, Ports } from '#src/ports.ts'
import type { createAsked } from '#src/startup/asked.ts'
import type { EndedSignIn } from '#src/startup/ended-sign-in.ts'
import type { Identity } from '#src/startup/identity.ts'
import type { EarlyLogin } from '#src/startup/sign-in.ts'
import type { StartupCache } from '#src/startup/startup-cache.ts'
import type { StartupState } from '#src/startup/types.ts'
import type { Waiting } from '#src/startup/waiting.ts'
import type { LineHold } from './line-hold.ts'
import type { createRetry } from './retry-later.ts'
import type { App, SessionModel } from './types.ts'
import type { Visit } from './visit.ts'

type FirstLogs = {
  sent: boolean
  missing: boolean
  /** Page views before the sign-in. The outbox also has them. */
  pageViews: LogEvent[]
  /** Spec S4's log of the state. Each attempt sends the same id, so that it counts once. */
  state: LogEvent | null
  /** The customer whose profile and state a visit call has stored. */
  posted: { readonly customerId: string; readonly profile: LineProfile } | null
}

export type SessionModels = Pick<App, 'outbox' | 'customer' | 'rewards' | 'answers' | 'campaign'>

type Writable<T> = T extends { readonly value: infer V } ? Signal<V> : never

export type SessionContext = {
  readonly ports: Ports
  readonly identity: Identity
  readonly models: () => SessionModels
  readonly cache: StartupCache
  readonly asked: ReturnType<typeof createAsked>
  readonly later: ReturnType<typeof createRetry>
  readonly phase: Writable<SessionModel['phase']>
  readonly profile: Writable<SessionModel['profile']>
  readonly signInNeeded: Signal<boolean>
  readonly endedSignIn: Signal<EndedSignIn>
  readonly inClient: Signal<boolean>
  readonly waiting: Signal<Waiting | null>
  state: StartupState
  welcoming: { readonly joined: boolean } | null
  /** This run's sign-in call. Cleared once the sign-in after the campaign's end has used it. */
  earlyLogin: (EarlyLogin & { readonly run: number }) | null
  readonly visit: Visit
  readonly firstLogs: FirstLogs
  signInAfterEnd: (needed: boolean) => Promise<boolean>
  readonly lineHold: LineHold
  onOutcome: (() => void)[]
}
