import type { CheckId, Reason } from './report.ts'

/** `cure` says how to avoid the mistake. The panel has translations of these texts. */
export type CheckText = { readonly name: string; readonly cure: string }

export const CHECK_TEXTS: Readonly<Record<CheckId, CheckText>> = {
  signatureBytes: {
    name: 'Signature over the received bytes',
    cure: 'Compute the signature from the raw body, before a JSON parser reads it.',
  },
  forged: {
    name: 'Forged webhooks',
    cure: 'Answer 401 if x-line-signature is missing or wrong, before you read the events.',
  },
  verify: {
    name: 'Verify',
    cure: 'Do not read events[0]: loop over events, and answer 200 if there are none.',
  },
  lineError: {
    name: 'LINE’s API fails',
    cure: 'Catch errors of your calls of LINE’s API, log them, and answer the webhook with 200.',
  },
  redelivery: {
    name: 'Redelivery',
    cure: 'Store the webhookEventId of each handled event and skip the known ones; do not skip all redeliveries.',
  },
  order: {
    name: 'Events out of order',
    cure: 'Handle each event regardless of earlier ones, and use timestamp only to sort.',
  },
  batch: {
    name: 'Several events in one webhook',
    cure: 'Loop over all events, and catch the errors of each event.',
  },
  unknown: {
    name: 'Unknown types and fields',
    cure: 'Ignore types and fields that you do not know, and answer 200.',
  },
  emoji: {
    name: 'Emoji and Thai',
    cure: 'Treat the body as UTF-8 bytes, and do not cut a text in the middle of a character.',
  },
  longText: {
    name: 'Long text',
    cure: 'Shorten a user’s text that you repeat: your message may have at most 5,000 characters.',
  },
  noText: {
    name: 'Messages without text',
    cure: 'Check message.type before you read message.text.',
  },
  noMessage: {
    name: 'Events without a message',
    cure: 'Check the event’s type before you read event.message.',
  },
  noReplyToken: {
    name: 'Unsend and unfollow',
    cure: 'Reply only if the event has a replyToken, and send nothing after unfollow.',
  },
  group: {
    name: 'Groups and rooms',
    cure: 'Check source.type, and read groupId, roomId or userId only if it exists.',
  },
  replyOnce: {
    name: 'Reply token used twice',
    cure: 'Send up to five messages in one reply, and further ones with push.',
  },
  replyLate: {
    name: 'Reply token expired',
    cure: 'If LINE refuses the reply token, send the answer with push.',
  },
  retryKey: {
    name: 'Retry key',
    cure: 'Create one X-Line-Retry-Key for each message, use it again for each retry, and stop at 409.',
  },
  quota: {
    name: 'Monthly limit',
    cure: 'Catch the 429, do not repeat the push, and answer the webhook with 200.',
  },
  standby: {
    name: 'Standby',
    cure: 'Send nothing unless the event’s mode is active.',
  },
  slow: {
    name: 'Time to answer',
    cure: 'Answer 200 immediately, and do slow work afterwards.',
  },
}

/** `n` is a status, a count or a time in ms. */
export const REASON_TEXTS: Readonly<Record<Reason, (n: number) => string>> = {
  status: n => `The bot answered the webhook with ${n}.`,
  noResponse: () => 'The bot closed the connection or did not answer the webhook.',
  tooSlow: n => `The slowest answer took ${n} ms.`,
  unanswered: () => 'The bot did not answer every text, although it answers such a text otherwise.',
  stopped: () => 'Afterwards the bot no longer answered a text.',
  actedOnForged: () => 'The bot acted on a webhook that LINE had not signed.',
  sentAgain: () => 'The bot sent a message again after the redelivery.',
  sentWithoutToken: () => 'The bot tried to reply to an event that has no reply token.',
  sentUnasked: () => 'The bot sent a message, or tried to.',
  callRefused: n => `LINE refused a call of the bot with ${n}.`,
  tokenTwice: n => `The bot used the reply token ${n} times.`,
  noFallback: () => 'LINE refused the reply, and the user received nothing.',
  otherRetryKey: n => `The bot pushed ${n} times, but not always with the same retry key.`,
  repeated: n => `The bot tried to push ${n} times.`,
  ended: () => 'No server listens at the URL any longer: the bot has ended.',
  silent: () => 'Cannot judge: the bot made no call of LINE’s API.',
  quietHere: () => 'Cannot judge: the bot did not answer in the group chat or the room.',
  acceptedForged: () => 'Cannot judge: the bot answered 200 and made no call, as it does for every webhook.',
  noReply: () => 'Cannot judge: the bot did not use the reply token.',
  noPush: () => 'Cannot judge: the bot did not push.',
  noRetry: () => 'Cannot judge: the bot did not repeat the push.',
  gone: () => 'Cannot judge: the bot ended during an earlier check.',
}
