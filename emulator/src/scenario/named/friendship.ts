import { DEFAULT_USER_ID } from '../defaults.ts'
import type { NamedScenario } from './named-scenario.ts'

export const FRIENDSHIP_SCENARIOS = [
  {
    name: 'friend',
    title: 'Friend of the account',
    description:
      'The user opens the app inside LINE, has granted all scopes and is a friend of the official account.',
  },
  {
    name: 'not-friend',
    title: 'Not a friend',
    description: 'The user opens the app inside LINE but has not added the official account.',
    patch: { friendships: { [DEFAULT_USER_ID]: 'none' } },
  },
  {
    name: 'blocked',
    title: 'Account blocked',
    description: 'The user added the official account and later blocked it: getFriendship returns false.',
    patch: { friendships: { [DEFAULT_USER_ID]: 'blocked' } },
  },
  {
    name: 'no-linked-oa',
    title: 'No linked account',
    description: 'The channel has no linked official account: getFriendship fails with status 400.',
    everyApp: { officialAccount: null },
  },
] as const satisfies readonly NamedScenario[]
