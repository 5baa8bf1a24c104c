import { type BotCall, isAccepted, isPush } from '../bot-calls.ts'
import { type Check, type Exam, failed, notShown, PASSED, refusalOf, stillAnswers } from '../judge.ts'
import type { Judgement } from '../report.ts'
import { type ExamDelivery, PATIENCE_MS } from '../session.ts'

/** Sends a text whose reply token has expired, so that the bot can only push. */
async function sendLate({ session }: Exam, user: string): Promise<ExamDelivery> {
  const delivery = await session.send(session.expire(session.text(user)))
  await session.quiet()
  return delivery
}

async function withFault<T>({ session }: Exam, fault: object, act: () => Promise<T>): Promise<T> {
  const added = session.control.addFault({ host: 'api.line.me', times: 1, ...fault })
  const result = await act()
  if (added.ok) session.control.removeFault(added.value.id ?? null)
  return result
}

export const lineError: Check = async exam => {
  const { session } = exam
  const user = session.user()
  const delivery = await withFault(exam, { path: '/v2/bot/message/*', status: 500 }, async () => {
    const sent = await session.send(session.text(user))
    await session.until(() => session.calls().length > 0, exam.talks ? PATIENCE_MS : 0)
    await session.quiet()
    return sent
  })
  const refused = refusalOf(delivery)
  if (refused !== null) return refused
  if (!session.calls().some(({ status }) => status === 500)) return notShown('silent')
  return stillAnswers(exam)
}

const pushesTo = ({ session }: Exam, user: string): readonly BotCall[] =>
  session.calls().filter(call => isPush(call) && call.chats.includes(user))

function retryProblem(exam: Exam, user: string): Judgement | null {
  const pushes = pushesTo(exam, user)
  if (pushes.length === 0) return notShown('noPush')
  const [first, ...more] = pushes
  if (more.length === 0) return notShown('noRetry')
  const sameKey = first?.retryKey !== null && more.every(({ retryKey }) => retryKey === first?.retryKey)
  return sameKey ? null : failed('otherRetryKey', pushes.length)
}

/** LINE answers one push with status 500, and then accepts a second push whose response is lost. */
export const retryKey: Check = async exam => {
  const { session } = exam
  const problems: (Judgement | null)[] = []
  for (const effect of [{ status: 500 }, { drop: 'after' }]) {
    const user = session.user()
    const fault = { path: '/v2/bot/message/push', ...effect }
    const refused = refusalOf(await withFault(exam, fault, () => sendLate(exam, user)))
    if (refused !== null) return refused
    // The bot may wait before it retries.
    const isRetried = () => pushesTo(exam, user).length > 1
    if (pushesTo(exam, user).length === 1) await session.until(isRetried, PATIENCE_MS)
    await session.quiet()
    problems.push(retryProblem(exam, user))
  }
  return (
    problems.find(problem => problem?.outcome === 'failed') ??
    problems.find(problem => problem !== null) ??
    PASSED
  )
}

/** LINE rejects a push because the account has used up its monthly quota. */
export const quota: Check = async exam => {
  const { session } = exam
  const user = session.user()
  const limit = (monthlyLimit: number | null) => session.control.patch({ messaging: { monthlyLimit } })
  limit(0)
  const delivery = await sendLate(exam, user)
  limit(null)
  const refused = refusalOf(delivery)
  if (refused !== null) return refused
  const pushes = session.calls().filter(call => isPush(call) && !isAccepted(call))
  if (pushes.length > 1) return failed('repeated', pushes.length)
  return pushes.length === 0 ? notShown('noPush') : stillAnswers(exam)
}
