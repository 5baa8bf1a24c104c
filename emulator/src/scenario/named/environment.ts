import type { NamedScenario } from './named-scenario.ts'

export const EXTERNAL_SCENARIOS: readonly NamedScenario[] = [
  {
    name: 'not-in-client',
    title: 'Outside LINE',
    description: 'Opens the app in the phone’s own browser, signed out.',
    patch: { environment: { kind: 'external', serviceWorker: true } },
  },
  {
    name: 'in-app-browser',
    title: 'LINE’s in-app browser',
    description: 'Opened by a plain link in a chat: LINE’s browser, but not the LIFF browser.',
    patch: { environment: { kind: 'line-browser' } },
  },
  {
    name: 'old-line',
    title: 'Old LINE',
    description: 'LINE 9.4.0: no ready event, no sub-windows, no share picker.',
    patch: { environment: { lineVersion: '9.4.0' } },
  },
  {
    name: 'open-chat',
    title: 'From an open chat',
    description: 'Opened from an open chat: the context is square_chat, nobody’s profile is shared there.',
    everyApp: { context: { type: 'square_chat', utouId: null, squareChatId: 's1f4a2b3c4d5e6f70' } },
  },
  {
    name: 'opened-from-qr',
    title: 'Opened from a QR code',
    description: 'Opened outside any chat: the context is none, and messages cannot be sent.',
    everyApp: { context: { type: 'none', utouId: null } },
  },
  {
    name: 'service-worker-less',
    title: 'No service worker',
    description: 'The phone’s own browser without service workers, as in private windows of some browsers.',
    patch: { environment: { kind: 'external', serviceWorker: false } },
  },
  {
    name: 'popup-blocked',
    title: 'Popups blocked',
    description:
      'Outside LINE, in a browser that blocks popups: sub-windows and the share picker cannot open.',
    patch: { environment: { kind: 'external', serviceWorker: true, popups: 'blocked' } },
  },
  {
    name: 'clock-skew',
    title: 'Wrong clock',
    description: 'The phone’s clock is two hours ahead: a fresh ID token looks expired to it.',
    patch: { clock: { skewMs: 7_200_000 } },
  },
  {
    name: 'two-apps',
    title: 'Two LIFF apps',
    description:
      'One front end with two LIFF ids of one channel: a full app, and a compact one for small tasks.',
    moreApps: [{ suffix: 'SecondApp', name: 'Second app', viewType: 'compact' }],
  },
]
