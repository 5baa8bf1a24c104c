import type { NamedScenario } from './named-scenario.ts'

export const PERMISSION_SCENARIOS: readonly NamedScenario[] = [
  {
    name: 'first-consent',
    title: 'First visit',
    description: 'Opens the app for the first time: LINE asks for consent, and offers to add the account.',
    patch: { consent: { initially: 'none' }, friendships: null },
  },
  {
    name: 'consent-denied',
    title: 'Consent denied',
    description: 'Declines LINE’s consent page: the app comes back with an error.',
    patch: { consent: { initially: 'none', answer: 'deny' } },
  },
  {
    name: 'no-openid-scope',
    title: 'No openid scope',
    description: 'The app was set up without openid: there is no ID token at all.',
    everyApp: { scopes: ['profile', 'chat_message.write'] },
  },
  {
    name: 'no-chat-write-scope',
    title: 'No message scope',
    description: 'The app was set up without chat_message.write: sending messages is refused.',
    everyApp: { scopes: ['profile', 'openid', 'email'] },
  },
  {
    name: 'picker-unavailable',
    title: 'No share picker',
    description: 'The share target picker is not switched on for the app.',
    everyApp: { availability: { shareTargetPicker: { permission: false } } },
  },
  {
    name: 'picker-cancel',
    title: 'Share picker cancelled',
    description: 'The user closes the share target picker each time: nothing is sent.',
    patch: { screens: { sharePicker: 'cancel' } },
  },
]
