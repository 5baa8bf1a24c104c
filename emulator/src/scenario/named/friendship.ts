import { DEFAULT_USER_ID } from '../defaults.ts'
import type { NamedScenario } from './named-scenario.ts'

export const FRIENDSHIP_SCENARIOS: readonly NamedScenario[] = [
  {
    name: 'friend',
    title: 'Friend of the account',
    description:
      'Opens the app inside LINE, has agreed to everything, and is a friend of the official account.',
  },
  {
    name: 'not-friend',
    title: 'Not a friend',
    description: 'Opens the app inside LINE without having added the official account.',
    patch: { friendships: { [DEFAULT_USER_ID]: 'none' } },
  },
  {
    name: 'blocked',
    title: 'Account blocked',
    description: 'Added the official account once and blocked it since: friendship answers no.',
    patch: { friendships: { [DEFAULT_USER_ID]: 'blocked' } },
  },
  {
    name: 'no-linked-oa',
    title: 'No linked account',
    description: 'No official account is linked to the channel: asking for the friendship answers 400.',
    everyApp: { officialAccount: null },
  },
]
