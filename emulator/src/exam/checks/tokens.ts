import { isAccepted, isReply, isSend } from '../bot-calls.ts'
import { answersTo, type Check, failed, isAnswered, notShown, PASSED, refusalOf } from '../judge.ts'

export const replyOnce: Check = async exam => {
  const { session } = exam
  const user = session.user()
  const events = session.text(user)
  const refused = refusalOf(await session.send(events))
  if (refused !== null) return refused
  await isAnswered(exam, user)
  await session.quiet()
  const token = events[0]?.replyToken
  const replies = session.calls().filter(call => isReply(call) && call.replyToken === token)
  if (replies.length > 1) return failed('tokenTwice', replies.length)
  return replies.some(isAccepted) ? PASSED : notShown('noReply')
}

/** Reply tokens expire after a minute. Here, the token has expired. */
export const replyLate: Check = async exam => {
  const { session } = exam
  const user = session.user()
  const refused = refusalOf(await session.send(session.expire(session.text(user))))
  if (refused !== null) return refused
  await isAnswered(exam, user)
  if (answersTo(exam, user).length > 0) return PASSED
  return session.calls().some(isSend) ? failed('noFallback') : notShown('silent')
}
