import type { Ports } from '#src/ports.ts'
import type { Identity } from './identity.ts'
import { SIGN_IN_TIMEOUT_MS } from './limits.ts'
import { identityOf } from './sign-in.ts'
import type { Command } from './types.ts'

type Loads = { load(): Promise<void> }

/** The models that are updated when a new session starts. */
export type WelcomeModels = {
  readonly customer: Loads
  readonly rewards: Loads & { create(): Promise<void> }
  readonly answers: { readonly history: Loads }
}

/**
 * Runs spec S4's calls after sign-in: posts the customer, unless the sign-in has done so (`isPosted`), and loads the
 * customer. After /register, also creates the reward and loads the reward and the answers.
 */
export async function welcomeCustomer(
  { customerId, profile, joined }: Extract<Command, { do: 'welcome' }>,
  { api }: Pick<Ports, 'api'>,
  identity: Identity,
  models: WelcomeModels,
  isPosted: boolean,
): Promise<void> {
  const epoch = identity.epoch()
  const body = identityOf(profile)
  if (!isPosted) await api.call('postCustomer', { owner: customerId, timeout: SIGN_IN_TIMEOUT_MS, body })
  if (epoch !== identity.epoch()) return
  await models.customer.load()
  if (!joined || epoch !== identity.epoch()) return
  await models.rewards.create()
  await Promise.all([models.rewards.load(), models.answers.history.load()])
}
