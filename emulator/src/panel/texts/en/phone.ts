import type { About } from '../types.ts'

/** Strings for the middle column: tools, phone and notices. */
export const phone = {
  open: 'Open',
  reopen: 'Reopen',
  reload: 'Reload',
  close: 'Close',
  chat: 'Chat',
  chatTitle: 'Close the app and show the chat, as LINE does',
  kill: 'Kill LINE',
  killTitle: 'Kill LINE in the background, as a phone does that needs its memory',
  device: 'Phone',
  autoDevice: 'Phone: auto',
  second: 'Second phone',
  secondTitle: 'Show a second phone with another user',
  noSecond: 'A second phone needs a browser that resolves *.localhost and a scenario with two users',
  secondUser: 'User of the second phone',
  reloadSecond: 'Reload the second phone',
  app: 'The app',
  defaultAppName: 'LIFF app',

  menu: 'LIFF menu',
  closeApp: 'Close the app',
  minimizeApp: 'Minimize the app',
  closeLayer: 'Close this screen',
  reloadPage: 'Reload the page',
  refresh: 'Refresh',
  copyUrl: 'Copy URL',
  openInTab: 'Open in a new tab',
  stay: 'Stay here',
  opensBrowser: "The app opens a page in the phone's browser:",
  opensLine: "The app opens a page in LINE's in-app browser:",
  tabClosed: 'The tab is closed.',
  openNamed: (app => `Open ${app}`) as About,
  noNetwork: 'No network',
  offlineNote:
    'LINE needs a network connection to open an app. You can go offline after the page has loaded.',
  failed: 'The page could not be loaded.',
  openThenOffline: 'Open, then go offline',
  tryAgain: 'Try again',

  newPhone: "New phone: the app's storage was cleared.",
  phaseApplied: 'The phase changed. The app was opened again with an empty storage.',
  reopened: 'The scenario changed. The app was opened again.',
  switchedToLine: "Switched to LINE. The app's storage was cleared.",
  switchedToBrowser: "Switched to the phone's browser. The app's storage was cleared.",
  signsInAgain: 'The clock is now before the tokens were issued, so the app signs in again.',
  notJson: (file => `${file} is not a valid JSON file.`) as About,
  refused: 'The emulator refused this:',
  blocked:
    'The app navigated to {url}, which would leave for the real LINE. The browser blocked it. Close the app and open it again.',
  unknownId:
    "The app uses the LIFF ID {id}, but this scenario only has {known}. Change the app's LIFF ID, or add an app with this ID to the scenario.",
}

export type PhoneTexts = typeof phone
