import type { notices as thai } from '../th/notices.ts'

export const notices: Readonly<Record<keyof typeof thai, string>> = {
  'notices.title': 'Notices',
  'notices.new': 'New notices',
  'notices.text':
    'The desk’s notices to you about accounts and sign-ins. Notices older than a year are deleted.',
  'notices.what': 'Notice',
  'notices.seen-at': 'Seen',
  'notices.not-seen': 'Not yet',
  'notices.unseen': 'Unread notices: {count}',
  'notices.see': 'I have seen this',
  'notices.see-shown': 'I have seen the {count} shown here',

  'sessions.passkey': 'Last used passkey',
  'sessions.passkey.none': 'None',
  'sessions.own': 'My sessions',
  'sessions.own.text':
    'A session is a browser in which you are signed in. If you did not start one of them, press “Not me”.',
  'sessions.end-others': 'End all other sessions',
  'sessions.not-me': 'Not me',
  'sessions.not-me.title': 'Was this session not you?',
  'sessions.not-me.text':
    '{browser}, started {time}. The session ends immediately, and all managers are notified.',
  'sessions.not-me.passkey':
    'Its last used passkey, “{passkey}”, is removed, unless your current session has the same passkey or it is your last one.',
  'sessions.not-me.ended': 'The session has ended, and all managers were notified.',
  'sessions.not-me.removed':
    'The session has ended, its passkey “{passkey}” was removed, and all managers were notified.',
  'sessions.not-me.kept':
    'The session has ended, and all managers were notified. Its passkey “{passkey}” was not removed, because this session uses it or it is your last one. Add a new passkey, sign in with it, and remove this one; or ask a manager to invite you again.',
}
