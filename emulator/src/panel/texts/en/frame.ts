import type { About } from '../types.ts'

/** Strings for the bar, the tabs and the dialogs. */
export const frame = {
  tabs: { phone: 'Phone', controls: 'Controls', timeline: 'Timeline' },
  views: 'Views',
  controls: 'Scenario and knobs',
  phone: 'Phone',

  live: 'live',
  liveTitle: 'Connected to the emulator',
  reconnecting: 'reconnecting',
  reconnectingTitle: 'Connection to the emulator lost. Retrying…',
  liffUrl: 'LIFF URL',
  localUrl: 'Local URL',
  showQr: 'Show QR code',
  qrCode: (text => `QR code of ${text}`) as About,
  qrNote: 'Opens the app in this emulator on any device that can reach this computer.',
  realUrl: (url => `Real LIFF URL for code and links: ${url}`) as About,
  copy: (what => `Copy: ${what}`) as About,
  copied: 'Copied',
  newPhone: 'New phone',
  newPhoneTitle: "Clear the app's storage",
  reset: 'Reset',
  resetTitle: 'Reset to the loaded scenario',
  themes: { system: 'system', light: 'light', dark: 'dark' },
  theme: (theme => `Theme: ${theme}`) as About,
  switchTheme: (next => `Switch to ${next}`) as About,
  language: 'Panel language',
  languageNow: (name => `Panel language: ${name}`) as About,
  languageOfBrowser: (name => `As in the browser: ${name}`) as About,
  languageNote: "LINE's own pages follow the phone's language.",

  shortcuts: 'Keyboard shortcuts',
  close: 'Close',
  keys: {
    scenarios: 'Friend, not a friend, outside LINE, expired ID token',
    search: 'Search scenarios and settings',
    open: 'Open the app from its LIFF URL',
    reload: 'Reload the page',
    close: 'Close the app and show the chat',
    kill: 'Kill LINE in the background: the page ends without an event',
    second: 'Show or hide a second phone with another user',
    path: 'Open the app at a path',
    fault: 'Break a request',
    call: 'Call the SDK; press ↑ in the arguments for earlier calls',
    network: 'Turn the network off or on',
    newPhone: "New phone: clear the app's storage",
    reset: 'Reset to the loaded scenario',
    clear: 'Clear the timeline',
    theme: 'Change the theme',
  },
  keysNote:
    'After a click into the phone, the app receives the keys. With Alt, the shortcuts work everywhere.',

  switchBrowser: 'Switch browser',
  switchToLine: 'Switch to LINE',
  switchToBrowser: "Switch to the phone's browser",
  switchNote:
    "LINE and the phone's browser do not share storage, so on a real phone the app would start without the data it saved before. To match a real phone, clear everything stored for this origin: local and session storage, cookies, IndexedDB, caches and service workers.",
  alwaysClear: 'Always clear without asking',
  cancel: 'Cancel',
  keepData: 'Keep data',
  clearAndSwitch: 'Clear and switch',
}

export type FrameTexts = typeof frame
