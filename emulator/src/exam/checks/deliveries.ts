import { WEBHOOK_TIMEOUT_MS } from '../../limits.ts'
import type { WebhookEvent } from '../../world/webhook.ts'
import { isSend } from '../bot-calls.ts'
import { answersTo, type Check, failed, isAnswered, notShown, PASSED, refusalOf } from '../judge.ts'

const redelivered = (events: readonly WebhookEvent[]): readonly WebhookEvent[] =>
  events.map(event => ({ ...event, deliveryContext: { isRedelivery: true } }))

export const redelivery: Check = async exam => {
  const { session, talks } = exam
  const user = session.user()
  const events = session.text(user)
  const refused = refusalOf(await session.send(events))
  if (refused !== null) return refused
  await isAnswered(exam, user)
  await session.quiet()
  const before = session.calls().filter(isSend).length
  const again = refusalOf(await session.send(redelivered(events)))
  if (again !== null) return again
  await session.quiet()
  if (session.calls().filter(isSend).length > before) return failed('sentAgain')
  const other = session.user()
  const lost = refusalOf(await session.send(redelivered(session.text(other))))
  if (lost !== null) return lost
  if (await isAnswered(exam, other)) return PASSED
  return talks ? failed('unanswered') : notShown('silent')
}

export const order: Check = async exam => {
  const { session, talks } = exam
  const user = session.user()
  const earlier = session.text(user).map(event => ({ ...event, timestamp: Number(event.timestamp) - 1_000 }))
  for (const events of [session.text(user), earlier]) {
    const refused = refusalOf(await session.send(events))
    if (refused !== null) return refused
    await session.quiet()
  }
  if (await isAnswered(exam, user, 2)) return PASSED
  return talks ? failed('unanswered', answersTo(exam, user).length) : notShown('silent')
}

export const batch: Check = async exam => {
  const { session, talks } = exam
  const users = [session.user(), session.user(), session.user()]
  const refused = refusalOf(await session.send(users.flatMap(user => session.text(user))))
  if (refused !== null) return refused
  let answered = 0
  for (const user of users) if (await isAnswered(exam, user)) answered += 1
  if (answered === users.length) return PASSED
  return talks ? failed('unanswered', answered) : notShown('silent')
}

/** Must run last, because it judges the response times of all earlier webhooks. */
export const slow: Check = async ({ session, talks }) => {
  const slowest = Math.max(...session.webhooks().map(({ ms }) => ms))
  if (slowest > WEBHOOK_TIMEOUT_MS) return failed('tooSlow', slowest)
  return talks ? PASSED : notShown('silent')
}
