import { type About, options } from '../types.ts'

export const webhooks = {
  noUrl: 'no URL',
  urlTitle: 'URL of the bot’s server, to which LINE sends webhooks. HTTP is allowed on this machine',
  active: options({
    on: { label: 'On' },
    off: { label: 'Off', title: 'LINE sends no webhooks, as with “Use webhook” off in LINE’s console' },
  }),
  redelivery: options({
    on: {
      label: 'On',
      title: 'LINE sends a webhook again if the bot does not answer with a status from 200 to 299',
    },
    off: { label: 'Off', title: 'A webhook that fails is lost' },
  }),
  verify: 'Verify',
  verifyTitle: 'Send a signed webhook without events, as the button in LINE’s console does',
  verifying: 'Waiting for the bot…',
  answered: (status => `The bot answered ${status}`) as About<number>,
  reasons: {
    ERROR_STATUS_CODE: 'The bot answered with an error',
    COULD_NOT_CONNECT: 'LINE could not connect',
    REQUEST_TIMEOUT: 'LINE got no answer in time',
  },
  failedCount: (count => `${count} failed`) as About<number>,

  list: 'Recent webhooks',
  none: 'None yet. Write something in the chat.',
  states: { pending: 'sending', delivered: 'delivered', failed: 'failed' },
  redelivered: (count => `sent again ×${count}`) as About<number>,
  body: 'Body and attempts',
  resend: 'Send again',
  resendTitle: 'Send the same events again, marked as a redelivery',

  requested: options({
    beacon: { label: 'Beacon', title: 'The user’s phone reaches a LINE Beacon' },
    botSuspended: { label: 'Suspend', title: 'LINE suspends the account (only modules get this event)' },
    botResumed: { label: 'Resume', title: 'LINE ends the suspension (only modules get this event)' },
  }),

  event: 'Event',
  everyEvent: 'every event',
  faults: options({
    lost: { label: 'Lost', title: 'The webhook never reaches the bot' },
    twice: { label: 'Sent twice', title: 'The bot gets the webhook twice' },
    held: { label: 'Held', title: 'LINE sends the webhook this many milliseconds later' },
    late: { label: 'Answered late', title: 'The bot gets the webhook, but LINE gets the answer too late' },
    wrongOrder: { label: 'Wrong order', title: 'The bot gets the webhook after the next one' },
    wrongSignature: { label: 'Wrong signature', title: 'The signature is that of another channel' },
    refused: { label: 'Refused', title: 'LINE gets this status, and the bot never sees the webhook' },
  }),
}

export type WebhookTexts = typeof webhooks
