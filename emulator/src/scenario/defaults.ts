import type { ScenarioInput } from './schema.ts'

export const DEFAULT_LIFF_ID = '2000000001-Campaign'

export const DEFAULT_USER_ID = 'U4af4980629a1b2c3d4e5f60718293a4b'

const SECOND_USER_ID = 'U7c1d2e3f40516273849506a7b8c9d0e1'

const DEFAULT_USERS = [
  {
    userId: DEFAULT_USER_ID,
    displayName: 'Somying Jaidee',
    statusMessage: 'What a day',
    email: 'somying.jaidee@example.com',
  },
  {
    userId: SECOND_USER_ID,
    displayName: 'Thanakorn Srisuk',
    statusMessage: 'Coffee first',
    email: 'thanakorn.s@example.com',
  },
  {
    userId: 'Ub0a1928374655647382910fedcba9876',
    displayName: 'Pim 🌷',
    statusMessage: null,
    email: null,
  },
] satisfies ScenarioInput['users']

export const DEFAULT_APP = {
  liffId: DEFAULT_LIFF_ID,
  name: 'Campaign',
  endpointUrl: '/',
  officialAccount: { id: '@campaign', name: 'Campaign' },
} satisfies ScenarioInput['apps'][number]

/** Base of every scenario: a friend of the official account opens the app inside LINE on Android. */
export const DEFAULT_SCENARIO: Omit<ScenarioInput, 'name'> = {
  users: DEFAULT_USERS,
  user: DEFAULT_USER_ID,
  apps: [DEFAULT_APP],
  friendships: {
    [DEFAULT_USER_ID]: 'friend',
    [SECOND_USER_ID]: 'friend',
  },
}
