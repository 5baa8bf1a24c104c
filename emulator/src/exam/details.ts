import type { CheckId } from './report.ts'

/** Describes one check for the command line and the documentation. */
type CheckDetails = {
  readonly line: string
  readonly sent: string
  readonly judged: string
}

export const CHECK_DETAILS: Readonly<Record<CheckId, CheckDetails>> = {
  signatureBytes: {
    line: 'LINE signs the bytes of the body, and may write emoji as \\uXXXX, change the order of fields or add spaces.',
    sent: 'A text in a body with spaces, escaped characters and another order of fields.',
    judged: 'The bot answers the text.',
  },
  forged: {
    line: 'Anyone who knows the URL can send a webhook to it.',
    sent: 'A text with a wrong signature, and one without a signature.',
    judged: 'The bot makes no call, and either refuses both or answers correctly signed texts.',
  },
  verify: {
    line: 'The button Verify in LINE’s console sends a signed webhook whose list of events is empty.',
    sent: 'A signed webhook without events.',
    judged: 'The bot answers with a status from 200 to 299.',
  },
  lineError: {
    line: 'A call of LINE’s API can fail. If the webhook fails with it, LINE delivers the event again.',
    sent: 'A text, while LINE answers 500 to the bot’s first message.',
    judged: 'The bot answers the webhook with 200 to 299, and then the next text.',
  },
  redelivery: {
    line: 'LINE can deliver an event twice, and delivers an event again that the bot did not accept.',
    sent: 'A text twice with the same webhookEventId, and a text of which only the redelivery arrives.',
    judged: 'The bot answers the first text once, and the second text.',
  },
  order: {
    line: 'LINE does not guarantee the order of events.',
    sent: 'Two texts of one user, the later one first.',
    judged: 'The bot answers both.',
  },
  batch: {
    line: 'One webhook can contain several events, even of different users.',
    sent: 'One webhook with the texts of three users.',
    judged: 'The bot answers all three.',
  },
  unknown: {
    line: 'LINE adds types of events and messages, and fields, without notice.',
    sent: 'An event and a message of types that do not exist, with fields that do not exist.',
    judged: 'The bot accepts both, makes no call that LINE refuses, and answers the next text.',
  },
  emoji: {
    line: 'Texts contain every character of Unicode, as UTF-8.',
    sent: 'A text with Thai letters and emoji.',
    judged: 'The bot accepts and answers it, and makes no call that LINE refuses.',
  },
  longText: {
    line: 'A user can send 5,000 characters, and a message of the bot may not be longer.',
    sent: 'A text of 5,000 characters.',
    judged: 'The bot accepts and answers it, and makes no call that LINE refuses.',
  },
  noText: {
    line: 'Stickers, images, videos, files and locations have no text.',
    sent: 'A sticker and an image.',
    judged: 'The bot accepts both, makes no call that LINE refuses, and answers the next text.',
  },
  noMessage: {
    line: 'Many events, such as follow and postback, contain no message.',
    sent: 'A follow and a postback.',
    judged: 'The bot accepts both, makes no call that LINE refuses, and answers the next text.',
  },
  noReplyToken: {
    line: 'A bot cannot reply to these events, and a user who has blocked the account receives nothing.',
    sent: 'An unsend and an unfollow.',
    judged:
      'The bot accepts both, neither replies to them nor sends to the user who has left, and answers the next text.',
  },
  group: {
    line: 'An event of a group chat or room may not contain the user.',
    sent: 'A join and a text without source.userId, from a group chat and from a room.',
    judged: 'The bot accepts all, makes no call that LINE refuses, and answers both texts.',
  },
  replyOnce: {
    line: 'A reply token works once.',
    sent: 'A text.',
    judged: 'The bot uses its reply token exactly once.',
  },
  replyLate: {
    line: 'A reply token works for about a minute.',
    sent: 'A text whose reply token has expired.',
    judged: 'The user receives the answer by push.',
  },
  retryKey: {
    line: 'LINE may have accepted a push although the bot got an error. With the same retry key, LINE answers 409 and does not send it twice.',
    sent: 'Two texts whose reply token has expired. LINE answers 500 to the first push, and loses its answer to the second.',
    judged: 'The bot repeats each push with the same X-Line-Retry-Key and treats 409 as success.',
  },
  quota: {
    line: 'LINE answers 429 to pushes when the account has sent all messages of its plan. Replies still work.',
    sent: 'A text whose reply token has expired, after the month’s messages are used up.',
    judged: 'The bot pushes once, accepts the webhook, and answers the next text.',
  },
  standby: {
    line: 'With mode standby, another system or a person answers the chat, and the event has no reply token.',
    sent: 'A text with the mode standby.',
    judged: 'The bot sends nothing.',
  },
  slow: {
    line: 'LINE expects an answer within two seconds, and otherwise counts the webhook as failed.',
    sent: 'All webhooks of the exam.',
    judged: 'The bot answers each of them within two seconds.',
  },
}
