import { LINE_NAME_MAX_LENGTH } from '#contract/limits.ts'
import { clipped } from '#contract/rules.ts'
import { SIGN_IN_TIMEOUT_MS } from '#src/domain/limits.ts'
import type { Command } from '#src/domain/startup/types.ts'
import type { Ports } from '#src/ports.ts'
import type { Identity } from '#src/state/identity.ts'
import type { App } from '#src/state/types.ts'

/** The models that signing in brings up to date. */
export type SessionFriends = Pick<App, 'outbox' | 'customer' | 'rewards' | 'answers' | 'campaign'>

/** S4's "after that": log the state, post the customer, get the customer; from /register also reward and answers. */
export async function welcomeCustomer(
  command: Extract<Command, { do: 'welcome' }>,
  { api, line, afterPaint }: Pick<Ports, 'api' | 'line' | 'afterPaint'>,
  identity: Identity,
  friends: SessionFriends,
  logstate: string,
): Promise<void> {
  const { customerId, profile, joined } = command
  const epoch = identity.epoch()
  friends.outbox.log({ kind: 'state', state: logstate, os: line.os() })
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
  await friends.customer.load()
  if (!joined || epoch !== identity.epoch()) return
  await friends.rewards.create()
  await Promise.all([friends.rewards.load(), friends.answers.history.load()])
}
