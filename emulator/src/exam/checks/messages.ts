import type { WebhookEvent } from '../../world/webhook.ts'
import { type Check, isAnswered, notShown, PASSED, refusalOf, refusedCallOf, survives } from '../judge.ts'

const LONGEST = 5_000
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The bot may ignore the text, so only its calls are judged. */
const unusualText =
  (text: string): Check =>
  async exam => {
    const { session } = exam
    const user = session.user()
    const refused = refusalOf(await session.send(session.text(user, text)))
    if (refused !== null) return refused
    const answered = await isAnswered(exam, user)
    return refusedCallOf(exam) ?? (answered ? PASSED : notShown('silent'))
  }

/** Non-ASCII characters, some of which take two UTF-16 code units. */
export const emoji: Check = unusualText('สวัสดี 🎉 👩‍👩‍👧 ผู้')

export const longText: Check = exam =>
  unusualText(`${exam.session.options.say} ${'long '.repeat(LONGEST)}`.slice(0, LONGEST))(exam)

export const noText: Check = exam => {
  const { session } = exam
  const userId = session.user()
  const sticker = { type: 'sticker', packageId: '446', stickerId: '1988' }
  const image = { type: 'image', content: PIXEL, contentType: 'image/png' }
  return survives(
    exam,
    [sticker, image].map(message => session.emit(() => session.control.chat({ userId, message }))),
  )
}

/** An event type, a message type and fields that LINE may introduce later. */
export const unknown: Check = exam => {
  const { session } = exam
  // The message still has text, so that a bot that requires text fails only in `noText`.
  const changed = (change: (event: WebhookEvent) => WebhookEvent) => session.text(session.user()).map(change)
  const newEvent = changed(({ message: _, replyToken: __, ...event }) => ({
    ...event,
    type: 'hologram',
    hologram: { size: 3 },
  }))
  const newMessage = changed(event => ({
    ...event,
    message: { ...Object(event.message), type: 'hologram' },
    mood: 7,
  }))
  return survives(exam, [newEvent, newMessage])
}
