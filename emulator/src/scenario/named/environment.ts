import type { NamedScenario } from './named-scenario.ts'

export const EXTERNAL_SCENARIOS = [
  {
    name: 'not-in-client',
    title: 'Outside LINE',
    description: 'The user opens the app in the phone’s browser and is signed out.',
    patch: { environment: { kind: 'external', serviceWorker: true } },
  },
  {
    name: 'login-screen',
    title: 'LINE’s login screen',
    description:
      'A browser outside LINE in which LINE Login signs in only with an email address and a password, or a QR code.',
    patch: { environment: { kind: 'external', serviceWorker: true, webLogin: 'password' } },
  },
  {
    name: 'other-browser',
    title: 'Login returns elsewhere',
    description:
      'LINE Login returns in another browser of the phone, which has nothing that the app stored before the login.',
    patch: { environment: { kind: 'external', serviceWorker: true, loginBrowser: 'other' } },
  },
  {
    name: 'cookies-lost',
    title: 'Cookies lost',
    description:
      'Whenever LINE opens the app or a login returns, the browser has lost all cookies. It keeps the other storage.',
    patch: { environment: { cookies: 'lost' } },
  },
  {
    name: 'phone-full',
    title: 'Phone full',
    description:
      'The phone has no space left: the app’s pages cannot write to IndexedDB or caches. They can read, and use localStorage.',
    patch: { environment: { storage: 'full' } },
  },
  {
    name: 'in-app-browser',
    title: 'LINE’s in-app browser',
    description: 'The user opens a plain link in a chat: LINE’s in-app browser, not the LIFF browser.',
    patch: { environment: { kind: 'line-browser' } },
  },
  {
    name: 'old-line',
    title: 'Old LINE',
    description: 'LINE 9.4.0, which has no ready event, no sub-windows and no share target picker.',
    patch: { environment: { lineVersion: '9.4.0' } },
  },
  {
    name: 'silent-bridge',
    title: 'LINE does not answer the page',
    description:
      'LINE’s native bridge answers no message of the page, so functions such as getAdvertisingId never settle.',
    patch: { device: { bridge: 'silent' } },
  },
  {
    name: 'open-chat',
    title: 'From an open chat',
    description: 'The user opens the app in an open chat: the context type is square_chat, without profiles.',
    everyApp: { context: { type: 'square_chat', utouId: null, squareChatId: 's1f4a2b3c4d5e6f70' } },
  },
  {
    name: 'opened-from-qr',
    title: 'Opened from a QR code',
    description:
      'The user opens the app outside any chat: the context type is none, and messages cannot be sent.',
    everyApp: { context: { type: 'none', utouId: null } },
  },
  {
    name: 'service-worker-less',
    title: 'No service worker',
    description: 'The phone’s browser without service workers, like private windows in some browsers.',
    patch: { environment: { kind: 'external', serviceWorker: false } },
  },
  {
    name: 'popup-blocked',
    title: 'Pop-ups blocked',
    description:
      'A browser outside LINE that blocks pop-ups: sub-windows and the share target picker cannot open.',
    patch: { environment: { kind: 'external', serviceWorker: true, popups: 'blocked' } },
  },
  {
    name: 'clock-skew',
    title: 'Wrong clock',
    description: 'The phone’s clock is two hours ahead, so a fresh ID token looks expired to the app.',
    patch: { clock: { skewMs: 7_200_000 } },
  },
  {
    name: 'two-apps',
    title: 'Two LIFF apps',
    description: 'One front end with two LIFF IDs in the same channel: a full-height app and a compact one.',
    moreApps: [{ suffix: 'SecondApp', name: 'Second app', viewType: 'compact' }],
  },
] as const satisfies readonly NamedScenario[]
