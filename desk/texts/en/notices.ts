import type { notices as thai } from '../th/notices.ts'

export const notices: Readonly<Record<keyof typeof thai, string>> = {
  'notices.title': 'Notices',
  'notices.new': 'New notices',
  'notices.text':
    'What the desk has told you about accounts and sign-ins. Notices older than a year are deleted.',
  'notices.when': 'Time',
  'notices.what': 'Notice',
  'notices.seen-at': 'Seen',
  'notices.not-seen': 'Not yet',
  'notices.unseen': 'Notices that you have not seen: {count}',
  'notices.see': 'I have seen this',
  'notices.see-shown': 'I have seen the {count} shown here',

  'sessions.passkey': 'Passkey used last',
  'sessions.passkey.none': 'None',
  'sessions.own': 'My sessions',
  'sessions.own.text':
    'A session is a browser in which you are signed in. If you did not start one of them, press “Not me”.',
  'sessions.end-others': 'End all other sessions',
  'sessions.not-me': 'Not me',
  'sessions.not-me.title': 'Was this session not you?',
  'sessions.not-me.text': '{browser}, started {time}. The session ends at once, and all managers are told.',
  'sessions.not-me.passkey':
    'The passkey “{passkey}”, used last in it, is removed, unless the session that you use now has the same passkey or it is your last one.',
  'sessions.not-me.ended': 'The session has ended, and all managers have been told.',
  'sessions.not-me.removed':
    'The session has ended, its passkey “{passkey}” was removed, and all managers have been told.',
  'sessions.not-me.kept':
    'The session has ended, and all managers have been told. Its passkey “{passkey}” was not removed, because this session uses it or it is your last one. Add a new passkey, sign in with it, and remove this one; or ask a manager to invite you again.',
}
