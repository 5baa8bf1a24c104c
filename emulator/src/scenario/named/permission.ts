import type { NamedScenario } from './named-scenario.ts'

export const PERMISSION_SCENARIOS = [
  {
    name: 'first-consent',
    title: 'First visit',
    description:
      'The user opens the app for the first time: LINE asks for consent and offers to add the account.',
    patch: { consent: { initially: 'none' }, friendships: null },
  },
  {
    name: 'consent-denied',
    title: 'Consent denied',
    description: 'The user declines LINE’s consent page: the app opens with an error in its URL.',
    patch: { consent: { initially: 'none', answer: 'deny' } },
  },
  {
    name: 'partial-consent',
    title: 'Part of the consent',
    description:
      'The user has unticked the messages and the email address on LINE’s consent page: sendMessages fails with 403.',
    patch: { consent: { refused: ['chat_message.write', 'email'] } },
  },
  {
    name: 'no-openid-scope',
    title: 'No openid scope',
    description: 'The app does not have the openid scope, so it gets no ID token.',
    everyApp: { scopes: ['profile', 'chat_message.write'] },
  },
  {
    name: 'no-chat-write-scope',
    title: 'No message scope',
    description: 'The app does not have the chat_message.write scope, so LINE refuses to send messages.',
    everyApp: { scopes: ['profile', 'openid', 'email'] },
  },
  {
    name: 'picker-unavailable',
    title: 'No share picker',
    description: 'The share target picker is not enabled for the app.',
    everyApp: { availability: { shareTargetPicker: { permission: false } } },
  },
  {
    name: 'picker-cancel',
    title: 'Share picker cancelled',
    description: 'The user closes the share target picker every time, so nothing is sent.',
    patch: { screens: { sharePicker: 'cancel' } },
  },
] as const satisfies readonly NamedScenario[]
