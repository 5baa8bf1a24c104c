import type { NamedScenario } from './named-scenario.ts'

export const TOKEN_SCENARIOS = [
  {
    name: 'expired-id-token',
    title: 'Expired ID token',
    description: 'The stored ID token is two hours old. Logging out and reloading gets a fresh one.',
    patch: { tokens: { idTokenAge: 7200 } },
  },
  {
    name: 'expired-id-token-stuck',
    title: 'Expired ID token, stuck',
    description: 'The ID token is expired at every page load. Logging out and reloading does not help.',
    patch: { tokens: { idTokenAge: 7200, stuck: true } },
  },
  {
    name: 'revoked-access-token',
    title: 'Revoked access token',
    description: 'LINE revokes the access token after the page has started and refuses every later call.',
    patch: { tokens: { revoked: true } },
  },
  {
    name: 'expired-code',
    title: 'Expired code',
    description:
      'Outside LINE: the authorization code of a login has expired when the app exchanges it for tokens.',
    patch: {
      environment: { kind: 'external', serviceWorker: true },
      tokens: { authorizationCode: 'expired' },
    },
  },
  {
    name: 'used-code',
    title: 'Used code',
    description:
      'Outside LINE: the authorization code of a login was already used when the app exchanges it for tokens.',
    patch: {
      environment: { kind: 'external', serviceWorker: true },
      tokens: { authorizationCode: 'used' },
    },
  },
] as const satisfies readonly NamedScenario[]
