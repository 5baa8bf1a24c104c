import type { loading } from '../th/loading.ts'
import type { startup as th } from '../th/startup.ts'

export const startup = {
  'start.slow': 'This is taking longer than usual',
  'start.leaving.line': 'Opening LINE...',
  'start.leaving.login': 'Going to LINE Login...',
  'start.leaving.add-friend': 'Going to the add-friend page...',
  'start.leaving.reload': 'Reloading...',
  'start.notInLine.title': 'Open this campaign in LINE',
  'start.notInLine.text': 'You take part with your LINE account',
  'start.notInLine.scan': 'Scan with a phone that has LINE',
  'start.notInLine.open': 'Open in LINE',
  'start.notInLine.qr': 'QR code that opens the campaign in LINE',
  'start.addFriend.title': 'Add us as a friend first',
  'start.addFriend.text':
    'Add our official account as a friend to get receipt results and winner announcements',
  'start.addFriend.open': 'Add friend',
  'start.addFriend.done': 'I have added you',
  'start.offline.title': 'Could not connect',
  'start.offline.text':
    'You need an internet connection the first time you open the app. Check your signal and try again',
  'start.failed.title': 'Could not sign in',
  'start.failed.text': 'Please try again. If the problem continues, send us the code below',
  'start.failed.code': 'Code {code}',
  'start.blocked.title': 'This account is blocked',
  'start.blocked.text':
    'The organiser has blocked this account from the campaign. If you think this is a mistake, contact us with the code below',
  'start.clock.title': "Your phone's clock may be wrong",
  'start.clock.text':
    "Sign-in keeps repeating, usually because the phone's clock is wrong. Set the time to automatic and try again",
  'start.clock.phone': 'Time on this phone',
  'start.clock.server': 'Server time',
  'start.signedOut.title': 'You are signed out',
  'start.signedOut.text': 'See you soon. You can sign in again at any time',
  'start.signedOut.open': 'Sign in',
  'start.replaced.title': 'Another account has signed in on this phone',
  'start.replaced.text': 'This page has signed out of your account. You can sign in again at any time',
  'start.cancelled.title': 'You have left the campaign',
  'start.cancelled.text':
    'Your data has been deleted from the campaign and from this phone. Thank you for taking part',
  'start.cancelled.again':
    'This LINE account has left this campaign and cannot join it again. Thank you for having taken part',
  'broken.title': 'Sorry, this screen could not be shown',
  'broken.text': 'Reload the page and try again. What this phone has saved stays there',
  'broken.reload': 'Reload the page',
  'coming.title': 'The campaign has not started yet',
  'coming.text': 'See you on {date} at {time}',
  'coming.unknown': 'Please check this page again for the start date',
  'coming.countdown': 'Starts in',
  'coming.started': 'The campaign has started!',
  'coming.enter': 'Join the campaign',
  'end.title': 'The campaign has ended',
  'end.text': 'Thank you all for taking part. Receipts closed on {date}',
  'end.textShort': 'Thank you all for taking part',
  'end.announce': 'Winners are announced on {date} at {time}',
  'end.results': 'See the results',
  'end.receipts': 'See my receipts',
} satisfies Record<keyof typeof th | keyof typeof loading, string>
