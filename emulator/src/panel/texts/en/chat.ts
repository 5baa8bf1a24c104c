import type { About } from '../types.ts'

export const chat = {
  account: 'Official account',
  chatWith: (name => `Chat with ${name}`) as About,
  messages: 'Messages',
  today: 'Today',
  tapToOpen: 'Tap to open in LINE',
  openApp: 'Open the app',
  read: 'Read',
  sharedWith: (name => `Shared with ${name}`) as About,
  typing: 'The account is preparing an answer',
  dismiss: 'Dismiss',

  message: 'Message',
  placeholder: 'Enter a message',
  send: 'Send',
  quickReplies: 'Quick replies',
  richMenu: (name => `Rich menu ${name}`) as About,
  pickTime: 'Pick a date or a time',
  done: 'Done',

  coupon: 'Coupon',
  carousel: 'Carousel',
  everyone: 'All',
  emoji: (id => `LINE emoji ${id}`) as About,
  openPicture: 'Open the picture',
  ownPicture: 'Picture from this phone',
  unsent: 'You unsent a message',
  noPicture: 'The picture could not be loaded',
  notDrawn: (type => `${type}: cannot be shown`) as About,

  notResponding: 'The emulator is not responding.',
  badLink: (link => `LINE does not open links such as ${link}`) as About,
  copied: (text => `Copied: ${text}`) as About,
  notCopied: (text => `The browser did not allow copying: ${text}`) as About,
  voice: 'LINE opens voice input here.',
}

export type ChatTexts = typeof chat
