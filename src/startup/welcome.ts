import type { ReadonlySignal } from '@preact/signals-core'
import type { Ports } from '#src/ports.ts'
import type { Identity } from './identity.ts'
import { SIGN_IN_TIMEOUT_MS } from './limits.ts'
import { identityOf } from './sign-in.ts'
import type { Command } from './types.ts'

type Loads = { load(): Promise<void> }

type Shown = { readonly state: string; readonly value?: unknown; readonly refreshing?: boolean }

export type WelcomeModels = {
  readonly customer: Loads
  readonly rewards: Loads & { create(): Promise<void>; readonly current: ReadonlySignal<Shown> }
  readonly answers: { readonly history: Loads }
}

/**
 * `isPosted`: the sign-in has sent the customer's data. `createsReward`: the sign-in has created the reward if it was
 * missing, or the campaign is not open and nobody gets one.
 */
type Done = { readonly isPosted: boolean; readonly createsReward: boolean }

/** Makes the calls that the sign-in has not made (spec S4). A later visit creates the reward if it is missing. */
export async function welcomeCustomer(
  { customerId, profile, registered, joined }: Extract<Command, { do: 'welcome' }>,
  { api }: Pick<Ports, 'api'>,
  identity: Identity,
  models: WelcomeModels,
  { isPosted, createsReward }: Done,
): Promise<void> {
  const epoch = identity.epoch()
  const body = identityOf(profile)
  if (!isPosted) await api.call('postCustomer', { owner: customerId, timeout: SIGN_IN_TIMEOUT_MS, body })
  if (epoch !== identity.epoch()) return
  await models.customer.load()
  if (epoch !== identity.epoch()) return
  if (!joined) {
    if (!registered || createsReward) return
    await models.rewards.load()
    const { state, value, refreshing } = models.rewards.current.peek()
    const isMissing = state === 'ready' && refreshing === false && value === null
    if (isMissing && epoch === identity.epoch()) await models.rewards.create()
    return
  }
  await models.rewards.create()
  await Promise.all([models.rewards.load(), models.answers.history.load()])
}
