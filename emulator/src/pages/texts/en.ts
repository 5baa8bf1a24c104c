import type { ScreenTexts } from './th.ts'

export const en: ScreenTexts = {
  lang: 'en',
  header: 'Emulated LINE',
  cancel: 'Cancel',
  done: 'Done',
  cancelled: 'Cancelled',
  allow: 'Allow',
  notNow: 'Not now',
  addFriend: 'Add friend',
  officialAccount: 'Official account',

  closedTitle: 'The app is closed',
  closed: 'The app closed itself',
  closedNote: 'LINE would now show the chat again. This page is the emulator’s.',
  openAgain: name => `Open ${name} again`,

  consentTitle: app => `Allow ${app} to use your data`,
  consentAsks: 'would like to use your data',
  consentAccount: 'Signed in with this LINE account',
  consentData: 'What it asks for',
  addAccount: name => `Add ${name} as a friend`,
  askAddAccount: name => `Add ${name} as a friend?`,
  scopes: {
    profile: {
      name: 'Main profile information (required)',
      what: 'Display name, profile picture and status message',
    },
    openid: { name: 'Internal user identifier (required)', what: 'Used to confirm that it is you' },
    email: { name: 'Email address', what: 'The address that is registered with LINE' },
    'chat_message.write': { name: 'Send messages in the chat', what: 'In your name, when you ask for it' },
  },
  agreementTitle: 'asks for more',

  areFriends: name => `You and ${name} are friends`,
  welcome: name => `Hello! Thank you for adding ${name} 🎉`,
  notFriends: 'Add this account to hear the news and take part',
  blocked: 'You have blocked this account',
  block: 'Block',
  unblock: 'Unblock',
  backTo: name => `Back to ${name}`,

  sendTo: 'Send to',
  friendsAndGroups: 'Friends and groups',
  send: 'Send',
  sent: 'Sent',
  groups: ['Family', 'Office'],

  scanTitle: 'Scan a QR code',
  scanHow: 'Type what the code says, in place of a camera',
  scanField: 'Text of the code',
  scan: 'Scan',

  shortcutTitle: 'Add to the home screen',
  shortcutAsks: app => `Add ${app}<br>to the home screen`,
  add: 'Add',
  shortcutAdded: 'Added to the home screen',

  payTitle: 'Pay',
  pay: 'Pay',
  payNote: 'An emulated purchase: nothing is charged',
  termsTitle: 'Purchase terms',
  terms: 'Terms of in-app purchases',
  termsAsk: 'To buy in this app, please accept LINE’s terms',
  accept: 'Accept',
  refuse: 'Decline',

  reaching: 'Reaching the app…',
}
