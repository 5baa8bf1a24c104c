import type { publication as thai } from '../th/publication.ts'

export const publication: Readonly<Record<keyof typeof thai, string>> = {
  'publication.title': 'Publish and verify',
  'publication.before':
    'Once the list is sealed, you can publish it from here, and after the announcement the file with the result.',
  'publication.public':
    'The promise, the hash of the list and the result are public on the app’s results page and in the API',
  'publication.page': 'Open the results page in LINE',
  'publication.list': 'Download the list of entries (no names)',
  'publication.proof': 'Download the proof of the result (no names)',
  'publication.secret':
    'The proof of the result can be downloaded after the announcement, because it contains the secret of the draw.',
  'publication.file.list':
    'Publish this file on the organiser’s website. Anyone can check with this command that it is the sealed list',
  'publication.outside-hash': 'CODE',
  'publication.outside':
    'The code must come from outside this system: from the post at the seal, or from a customer’s phone. Without it, the command cannot confirm that this is the sealed list.',
  'list-code.title': 'Publish the code of the list now',
  'list-code.why':
    'Post it where no one can change it later: the campaign’s page, a newspaper, a letter to the office that issued the permit. From now on, every phone that opens the app stores the code and compares it with the published result.',
  'list-code.post':
    'The list of entries of our draw was closed on {time} with {count} entries. Its code: {short}\nAll 64 digits (SHA-256): {hash}',
  'list-code.copy': 'Copy the text',
  'list-code.stamped': 'An authority has signed a time stamp of {time} for this code',
  'list-code.stamping': 'Requesting a time stamp',
  'list-code.stamp-failed': 'No time stamp yet. The server retries every five minutes. Reason: {reason}',
  'list-code.unstamped': 'There is no time stamp',
  'publication.file.result':
    'Publish this file on the organiser’s website. Anyone can recompute the result with this command',
  'publication.file.by-hand':
    'Publish this file on the organiser’s website. Anyone can check with this command that the drawn tickets are in the sealed list',
  'publication.head': 'Head of the audit log, published with the result',
  'publication.head.text':
    'If someone deletes or changes entries of the audit log up to this one, this command detects it. Also print or post the value elsewhere.',
  'draw.promotion.none': 'No seat is vacant now, so a promotion would change nothing.',
  'draw.promotion':
    '{vacant} seats are vacant ({expiring} not confirmed in time). This promotes {promotes} of {reserves} reserves in their order. Winners who did not confirm in time can no longer confirm. A promotion cannot be undone.',
  'draw.promotion.told': 'The promoted reserves get a LINE message.',
  'draw.promotion.untold':
    '{count} of them get no LINE message, because it cannot reach them or they have switched it off. Inform them in another way.',
  'draw.promotion.off': 'LINE messages are off, so inform them in another way.',
  'draw.promotion.too-soon':
    'No LINE message is sent before {time}, so it would arrive after this deadline. Choose a later one, or inform them in another way.',
  'mailing.title': 'LINE messages about the result',
  'mailing.wait': 'You can send them once the time of the announcement is set.',
  'mailing.why':
    'Sends the result to everyone who took part. Winners, reserves and the others get different messages, and each person gets one message at most.',
  'mailing.count': 'Count before sending',
  'mailing.counting': '{count} people counted…',
  'mailing.total': '{count} messages to send',
  'mailing.kind.won': '{count} won',
  'mailing.kind.reserve': '{count} reserves',
  'mailing.kind.not-won': '{count} did not win',
  'mailing.unreachable': '{count} people cannot be reached',
  'mailing.obstacle.blocked-by-organiser': '{count} blocked by the organiser',
  'mailing.obstacle.no-line-account': '{count} without a LINE account now',
  'mailing.obstacle.blocked-the-account': '{count} blocked the official account',
  'mailing.obstacle.switched-off': '{count} switched these messages off',
  'mailing.obstacle.no-marketing-consent': '{count} without consent to marketing',
  'mailing.quota.unknown': 'Unknown quota: LINE has not answered the server yet.',
  'mailing.quota.none':
    'The account has no monthly limit (as of {time}). LINE charges for each message by the account’s plan.',
  'mailing.quota': 'Quota of this month: {limit}, {used} used, {waiting} waiting, {left} left (as of {time})',
  'mailing.quota.later':
    'Quota of the month in which they are sent: {limit}, {used} used, {waiting} waiting, {left} left (as of {time})',
  'mailing.cost.within':
    'Within the limit of this month. LINE charges by the account’s plan for those beyond its free messages.',
  'mailing.cost.over':
    '{count} more than LINE accepts this month. They wait until the limit is raised or the next month begins: messages to winners until the deadline in their text, the others for at most three days.',
  'mailing.cost.within.later':
    'Within the limit of that month. LINE charges by the account’s plan for those beyond its free messages.',
  'mailing.cost.over.later':
    '{count} more than LINE accepts in that month. They wait until the limit is raised or the next month begins: messages to winners until the deadline in their text, the others for at most three days.',
  'mailing.over-quota': 'Start even though this exceeds the quota',
  'mailing.start': 'Start sending {count} messages',
  'mailing.starts': 'The server sends them from {time}',
  'mailing.waits.quiet': 'In the quiet hours, the messages wait until {time}.',
  'mailing.waits.token':
    'LINE refuses the channel access token. The operator must set a new one; otherwise the next attempt is at {time}.',
  'mailing.waits.quota':
    'LINE’s quota of this month is used up. Raise it in LINE Official Account Manager: the plan, or the limit for additional messages. The next attempt is at {time}.',
  'mailing.waits.limit': 'LINE’s rate limit was exceeded. The server continues automatically at {time}.',
  'mailing.waits.outage': 'LINE does not answer. The next attempt is at {time}.',
  'mailing.stop': 'Stop',
  'mailing.resume': 'Resume',
  'mailing.resume.text':
    'Messages to winners are sent until the deadline in their text, the others only until they are three days old.',
  'mailing.state.running': 'Sending',
  'mailing.state.planned': 'Starts at {time}',
  'mailing.state.stopped': 'Stopped',
  'mailing.state.done': 'All sent',
  'mailing.progress':
    '{sent} sent, {waiting} waiting, {held} held, {dropped} no longer needed, {dead} failed, of {enqueued} enqueued',
}
