import type { WebhookEvent } from '../world/webhook.ts'
import { type BotCall, isAccepted, isReply } from './bot-calls.ts'
import type { Judgement, Reason } from './report.ts'
import { type ExamDelivery, type ExamSession, PATIENCE_MS } from './session.ts'

/** `talks` is true if the bot replies to plain text. */
export type Exam = { readonly session: ExamSession; readonly talks: boolean }

export type Check = (exam: Exam) => Promise<Judgement>

export const PASSED: Judgement = { outcome: 'passed' }

export function failed(reason: Reason, number?: number): Judgement {
  return { outcome: 'failed', reason, ...(number === undefined ? {} : { number }) }
}

export const notShown = (reason: Reason): Judgement => ({ outcome: 'notShown', reason })

/** Returns null if the bot accepted the webhook. */
export function refusalOf({ reason, statusCode }: ExamDelivery): Judgement | null {
  if (reason === 'OK') return null
  return statusCode === 0 ? failed('noResponse') : failed('status', statusCode)
}

/** Returns the bot's accepted calls that sent messages to a chat. */
export function answersTo({ session }: Exam, chat: string): readonly BotCall[] {
  return session.calls().filter(call => {
    const isBroadcast = call.path.endsWith('/broadcast')
    return isAccepted(call) && (isBroadcast || call.chats.includes(chat))
  })
}

/** Waits for the bot’s reply in a chat, only briefly if the bot does not reply to plain text. */
export function isAnswered(exam: Exam, chat: string, answers = 1): Promise<boolean> {
  const isDone = () => answersTo(exam, chat).length >= answers
  return exam.talks ? exam.session.until(isDone, PATIENCE_MS) : exam.session.quiet().then(isDone)
}

/** Returns the first call that LINE rejected, except for repeated reply tokens, which `replyOnce` judges. */
export function refusedCallOf({ session }: Exam): Judgement | null {
  const used = new Set<string | null>()
  for (const call of session.calls()) {
    const isRepeated = isReply(call) && call.replyToken !== null && used.has(call.replyToken)
    if (call.status >= 400 && !isRepeated) return failed('callRefused', call.status)
    if (isReply(call)) used.add(call.replyToken)
  }
  return null
}

/** Sends a text. Returns a failure if the bot rejects it, or does not reply although it has replied before. */
async function problemAfter(exam: Exam): Promise<Judgement | null> {
  const user = exam.session.user()
  const refused = refusalOf(await exam.session.send(exam.session.text(user)))
  if (refused !== null) return failed('stopped')
  return (await isAnswered(exam, user)) || !exam.talks ? null : failed('stopped')
}

/** Sends webhooks that the bot must accept but may ignore. It must make no invalid call and still reply to a text. */
export async function survives(
  exam: Exam,
  deliveries: readonly (readonly WebhookEvent[])[],
): Promise<Judgement> {
  for (const events of deliveries) {
    const refused = refusalOf(await exam.session.send(events))
    if (refused !== null) return refused
    await exam.session.quiet()
  }
  return refusedCallOf(exam) ?? stillAnswers(exam)
}

export async function stillAnswers(exam: Exam): Promise<Judgement> {
  const problem = await problemAfter(exam)
  return problem ?? (exam.talks ? PASSED : notShown('silent'))
}
