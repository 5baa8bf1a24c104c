import type { Operated } from '#tests/kit/campaign.ts'

/** Scenarios in which a new user is not a friend of the account. */
const strangers = new Set(['first-consent', 'not-friend', 'blocked'])

let users = 0

export async function asNewUser(campaign: Operated, scenario: string, patch: Record<string, unknown> = {}) {
  users += 1
  const random = Math.floor(Math.random() * 2 ** 48).toString(16)
  const userId = `U${`${random}${users}`.padStart(32, '0')}`
  const displayName = 'มานี ใจดี'
  await campaign.emulator('POST', 'scenario', { name: scenario })
  await campaign.emulator('POST', 'token', { userId, displayName })
  const friendships = strangers.has(scenario) ? {} : { [userId]: 'friend' }
  await campaign.emulator('PATCH', 'state', { user: userId, friendships, ...patch })
  return { userId, displayName }
}
