import * as v from 'valibot'
import { isWebhookUrl } from '../platform/bot/webhook-endpoint.ts'
import { invalidAt, type Parsed, parseInput } from '../scenario/parse.ts'
import { CHECK } from './checks.ts'
import { type Exam, failed, isAnswered, notShown } from './judge.ts'
import { CHECKS, type CheckResult, type ExamReport, type Judgement } from './report.ts'
import { type ExamDelivery, type ExamParts, startSession } from './session.ts'

const examCommand = v.strictObject({
  /** URL of the bot. Default: the account's webhook URL. */
  webhook: v.optional(v.string()),
  /** LINE signs webhooks with this secret during the exam. Default: the channel's. */
  secret: v.optional(v.string()),
  /** LINE accepts this token during the exam. Default: the channel's. */
  token: v.optional(v.string()),
  /** Message text that the bot replies to. */
  say: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(1000)), 'hello'),
  /** Postback data that the bot understands. */
  postback: v.optional(v.pipe(v.string(), v.maxLength(300)), 'exam=1'),
})

type ExamCommand = v.InferOutput<typeof examCommand>

/** Returns why the bot cannot be examined, or null. `delivery` is the result of a webhook without events. */
function unreachable(url: string, { statusCode, reason, detail }: ExamDelivery): string | null {
  if (reason === 'COULD_NOT_CONNECT') return `no server answers at ${url} (${detail})`
  if (reason === 'REQUEST_TIMEOUT') return `the server at ${url} accepts webhooks but does not answer them`
  if (statusCode >= 300 && statusCode < 400)
    return `${url} answers with the redirect ${statusCode}, which LINE does not follow: use the address to which it leads`
  if (statusCode === 404 || statusCode === 405)
    return `the server at ${url} answers ${statusCode}: it has no webhook at this path`
  return null
}

/** Sends a plain text. Resolves to whether the bot replied, or to a problem that prevents the exam. */
async function firstText(exam: Exam): Promise<Parsed<boolean>> {
  const { session } = exam
  const user = session.user()
  const { reason, statusCode } = await session.send(session.text(user))
  if (reason !== 'OK') {
    const answer = statusCode === 0 ? 'does not answer' : `answers ${statusCode} to`
    return invalidAt(
      'secret',
      `the bot ${answer} a text with a correct signature: pass the bot’s channel secret, compute the signature before a JSON parser reads the body, or see its log for the error`,
    )
  }
  const talks = await isAnswered(exam, user)
  session.measure()
  const isForeign = session.calls().some(({ status }) => status === 401)
  return isForeign
    ? invalidAt('token', 'the bot calls LINE with another channel access token: pass the bot’s')
    : { ok: true, value: talks }
}

/** Sets the bot's credentials and removes faults, limits and other webhooks. Returns the bot's URL. */
function prepare({ actions }: ExamParts, { webhook, secret, token }: ExamCommand): Parsed<string> {
  const url = webhook ?? actions.webhooks().url
  if (url === null) return invalidAt('webhook', 'the URL of the bot is missing')
  if (!isWebhookUrl(url))
    return invalidAt('webhook', `expected an HTTPS URL, or an HTTP URL of this machine, not "${url}"`)
  const changed = actions.patch({
    faults: [],
    messaging: {
      webhook: url,
      webhookActive: false,
      monthlyLimit: null,
      rateLimits: false,
      ...(secret === undefined ? {} : { channelSecret: secret }),
      ...(token === undefined ? {} : { accessToken: token }),
    },
  })
  if (changed.ok) return { ok: true, value: url }
  // The default messages quote the invalid value, but secrets must not appear in a CI log.
  if (changed.problem.path.endsWith('channelSecret')) return invalidAt('secret', 'expected a channel secret')
  if (changed.problem.path.endsWith('accessToken'))
    return invalidAt('token', 'expected a channel access token: letters, digits and ._~+/-=')
  return changed
}

function reportOf(webhook: string, talks: boolean, checks: readonly CheckResult[]): ExamReport {
  const count = (outcome: CheckResult['outcome']) => checks.filter(each => each.outcome === outcome).length
  const counts = { passed: count('passed'), failed: count('failed'), notShown: count('notShown') }
  return { webhook, talks, ...counts, checks }
}

/** The bot's end counts as a failure only if no earlier check has failed, so that it is not reported twice. */
const judgementOfGone = (results: readonly CheckResult[]): Judgement =>
  results.some(({ outcome }) => outcome === 'failed') ? notShown('gone') : failed('ended')

async function examine(parts: ExamParts, command: ExamCommand): Promise<Parsed<ExamReport>> {
  const url = prepare(parts, command)
  if (!url.ok) return url
  const { say, postback } = command
  const session = startSession(parts, { url: url.value, say, postback })
  try {
    const problem = unreachable(url.value, await session.send([]))
    if (problem !== null) return invalidAt('webhook', problem)
    const talks = await firstText({ session, talks: true })
    if (!talks.ok) return talks
    const results: CheckResult[] = []
    for (const check of CHECKS) {
      session.begin()
      const judgement = await CHECK[check]({ session, talks: talks.value })
      const shown = session.isGone() ? judgementOfGone(results) : judgement
      results.push({ check, ...shown, happened: session.happened() })
    }
    return { ok: true, value: reportOf(url.value, talks.value, results) }
  } finally {
    session.stop()
  }
}

/** Returns a function that runs one exam at a time, and then restores the previous state. */
export function createExam(parts: ExamParts) {
  let running = false
  return async (value: unknown): Promise<Parsed<ExamReport>> => {
    const parsed = parseInput(examCommand, value)
    if (!parsed.ok) return parsed
    if (running) return invalidAt('', 'an exam is already running')
    running = true
    const { line } = parts
    const before = line.world()
    try {
      return await examine(parts, parsed.value)
    } finally {
      line.replace({ ...before, revision: line.world().revision + 1 })
      running = false
    }
  }
}
