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

  consentTitle: app => `Allow ${app} to use your data`,
  consentAsks: 'would like to use your data',
  consentAccount: 'Signed in with this LINE account',
  consentData: 'Requested permissions',
  addAccount: name => `Add ${name} as a friend`,
  askAddAccount: name => `Add ${name} as a friend?`,
  scopes: {
    profile: {
      name: 'Main profile information (required)',
      what: 'Display name, profile picture and status message',
    },
    openid: { name: 'Internal user identifier (required)', what: 'Used to confirm your identity' },
    email: { name: 'Email address', what: 'The email address registered with LINE' },
    'chat_message.write': { name: 'Send messages in the chat', what: 'On your behalf, when you choose to' },
  },
  agreementTitle: 'requests additional permissions',

  areFriends: name => `You and ${name} are friends`,
  welcome: name => `Hello! Thank you for adding ${name} 🎉`,
  notFriends: 'Add this account to get news and take part',
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
  scanHow: 'Enter the text of the QR code instead of using a camera',
  scanField: 'Text of the code',
  scan: 'Scan',

  shortcutTitle: 'Add to the home screen',
  shortcutAsks: app => `Add ${app}<br>to the home screen`,
  add: 'Add',
  shortcutAdded: 'Added to the home screen',

  payTitle: 'Pay',
  pay: 'Pay',
  payNote: 'This is an emulated purchase. You will not be charged.',
  termsTitle: 'Purchase terms',
  terms: 'Terms for in-app purchases',
  termsAsk: 'To make purchases in this app, please accept LINE’s terms',
  accept: 'Accept',
  refuse: 'Decline',

  reaching: 'Connecting to the app…',
}
