import type { WebhookEvent } from '../../world/webhook.ts'
import { isReply, isSend } from '../bot-calls.ts'
import {
  answersTo,
  type Check,
  type Exam,
  failed,
  isAnswered,
  notShown,
  PASSED,
  refusalOf,
  refusedCallOf,
  stillAnswers,
  survives,
} from '../judge.ts'

export const noMessage: Check = exam => {
  const { session } = exam
  const userId = session.user('none')
  const follow = session.emit(() => session.control.friendship({ userId, state: 'friend' }))
  const data = session.options.postback
  return survives(exam, [follow, session.emit(() => session.control.chat({ userId, postback: { data } }))])
}

/** Returns an unsend event for a message that the bot has already replied to. */
async function unsent(exam: Exam, userId: string): Promise<readonly WebhookEvent[]> {
  const { session } = exam
  const said = session.text(userId)
  await session.send(said)
  await isAnswered(exam, userId)
  await session.quiet()
  const { id: messageId } = Object(said[0]?.message) as { readonly id?: string }
  return session.emit(() => session.control.chat({ userId, unsend: { messageId } }))
}

/** Unsend and unfollow events do not have a reply token. */
export const noReplyToken: Check = async exam => {
  const { session } = exam
  const unsender = session.user()
  const leaver = session.user()
  const unsend = await unsent(exam, unsender)
  const before = session.calls().length
  const refused = refusalOf(await session.send(unsend))
  if (refused !== null) return refused
  await session.quiet()
  if (session.calls().slice(before).some(isReply)) return failed('sentWithoutToken')
  const unfollow = session.emit(() => session.control.friendship({ userId: leaver, state: 'blocked' }))
  const left = refusalOf(await session.send(unfollow))
  if (left !== null) return left
  await session.quiet()
  const after = session.calls().slice(before)
  if (after.some(isReply)) return failed('sentWithoutToken')
  if (after.some(call => isSend(call) && call.chats.includes(leaver))) return failed('sentUnasked')
  return stillAnswers(exam)
}

/** Invites the account to a group chat and to a room, where LINE may not identify a message's sender. */
export const group: Check = async exam => {
  const { session } = exam
  const member = session.user()
  const chats: string[] = []
  for (const kind of ['group', 'room']) {
    const join = session.emit(() => {
      const invited = session.control.group({ change: 'invite', kind, userIds: [member] })
      if (invited.ok) chats.push(session.own(invited.value.id))
    })
    const chatId = chats.at(-1)
    const said = session.emit(() =>
      session.control.chat({ userId: member, chatId, text: session.options.say }),
    )
    const anonymous = said.map(event => {
      const { userId: _, ...source } = Object(event.source)
      return { ...event, source }
    })
    for (const events of [join, anonymous]) {
      const refused = refusalOf(await session.send(events))
      if (refused !== null) return refused
      await session.quiet()
    }
  }
  const problem = refusedCallOf(exam)
  if (problem !== null) return problem
  const answered = chats.every(chat => answersTo(exam, chat).length > 0)
  return answered ? PASSED : notShown('quietHere')
}

/** Another system, such as a human agent, controls the chat. */
export const standby: Check = async exam => {
  const { session, talks } = exam
  const events = session.text(session.user()).map(({ replyToken: _, ...event }) => ({
    ...event,
    mode: 'standby',
  }))
  const refused = refusalOf(await session.send(events))
  if (refused !== null) return refused
  await session.quiet()
  if (session.calls().some(isSend)) return failed('sentUnasked')
  return talks ? PASSED : notShown('silent')
}
