import type { ScenarioInput } from './schema.ts'

/** The default app's LIFF id: channel 2000000001. */
export const DEFAULT_LIFF_ID = '2000000001-Campaign'

/** The user whose phone it is, unless a scenario says otherwise. */
export const DEFAULT_USER_ID = 'U4af4980629a1b2c3d4e5f60718293a4b'

const SECOND_USER_ID = 'U7c1d2e3f40516273849506a7b8c9d0e1'

/** The people of the emulated LINE. */
const DEFAULT_USERS = [
  {
    userId: DEFAULT_USER_ID,
    displayName: 'สมหญิง ใจดี',
    statusMessage: 'วันนี้อากาศดีจัง',
    email: 'somying.jaidee@example.com',
  },
  {
    userId: SECOND_USER_ID,
    displayName: 'ธนากร ศรีสุข',
    statusMessage: 'กาแฟก่อนนะ',
    email: 'thanakorn.s@example.com',
  },
  {
    userId: 'Ub0a1928374655647382910fedcba9876',
    displayName: 'น้องพิม 🌷',
    statusMessage: null,
    email: null,
  },
] satisfies ScenarioInput['users']

/** What every scenario starts from: a friend of the account opens the app inside LINE on Android. */
export const DEFAULT_SCENARIO: Omit<ScenarioInput, 'name'> = {
  users: DEFAULT_USERS,
  user: DEFAULT_USER_ID,
  apps: [
    {
      liffId: DEFAULT_LIFF_ID,
      name: 'แคมเปญ',
      endpointUrl: '/',
      officialAccount: { id: '@campaign', name: 'แคมเปญ' },
    },
  ],
  friendships: {
    [DEFAULT_USER_ID]: 'friend',
    [SECOND_USER_ID]: 'friend',
  },
}
