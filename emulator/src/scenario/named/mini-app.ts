import { COMMON_PROFILE_SCOPES } from '../common-profile.ts'
import type { NamedScenario } from './named-scenario.ts'

export const MINI_APP_SCENARIOS = [
  {
    name: 'mini-app',
    title: 'Verified MINI App',
    description:
      'A verified LINE MINI App that the user opens for the first time: without a consent page, and with the scope openid only.',
    patch: { consent: { initially: 'none' } },
    everyApp: {
      miniApp: { verified: true, consentSimplification: true },
      scopes: ['profile', 'chat_message.write', 'openid', 'email', ...COMMON_PROFILE_SCOPES],
    },
  },
  {
    name: 'mini-app-unverified',
    title: 'Unverified MINI App',
    description:
      'A LINE MINI App that LINE has not verified: no service messages, no shortcut and no common profile.',
    everyApp: { miniApp: { verified: false } },
  },
] as const satisfies readonly NamedScenario[]
