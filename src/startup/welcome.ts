import { LINE_NAME_MAX_LENGTH } from '#contract/limits.ts'
import { clipped } from '#contract/rules.ts'
import type { Ports } from '#src/ports.ts'
import type { Identity } from './identity.ts'
import { SIGN_IN_TIMEOUT_MS } from './limits.ts'
import type { Command } from './types.ts'

type Loads = { load(): Promise<void> }

/** The models that are updated when a new session starts. */
export type WelcomeModels = {
  readonly outbox: {
    log(event: {
      readonly kind: 'state'
      readonly state: string
      readonly os: ReturnType<Ports['line']['os']>
    }): void
  }
  readonly customer: Loads
  readonly rewards: Loads & { create(): Promise<void> }
  readonly answers: { readonly history: Loads }
}

/**
 * Runs spec S4's calls after sign-in: logs the state, posts the customer and loads the customer. After /register,
 * also creates the reward and loads the reward and the answers.
 */
export async function welcomeCustomer(
  command: Extract<Command, { do: 'welcome' }>,
  { api, line, afterPaint }: Pick<Ports, 'api' | 'line' | 'afterPaint'>,
  identity: Identity,
  models: WelcomeModels,
  logstate: string,
): Promise<void> {
  const { customerId, profile, joined } = command
  const epoch = identity.epoch()
  models.outbox.log({ kind: 'state', state: logstate, os: line.os() })
  await new Promise<void>(resolve => afterPaint(resolve))
  if (epoch !== identity.epoch()) return
  await api.call('postCustomer', {
    owner: customerId,
    timeout: SIGN_IN_TIMEOUT_MS,
    body: {
      lineUserId: profile.userId,
      lineDisplayName: clipped(profile.displayName.replace(/\p{Cc}/gu, ' '), LINE_NAME_MAX_LENGTH),
      linePictureUrl: profile.pictureUrl,
    },
  })
  if (epoch !== identity.epoch()) return
  await models.customer.load()
  if (!joined || epoch !== identity.epoch()) return
  await models.rewards.create()
  await Promise.all([models.rewards.load(), models.answers.history.load()])
}
