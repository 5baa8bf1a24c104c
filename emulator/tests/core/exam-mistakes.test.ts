import { expect, test } from 'vitest'
import { CHECKS, type CheckId, type Judgement } from '#emulator/exam/report.ts'
import { type Mistake, startExamBot } from '#tests/kit/exam-bot.ts'
import { emulated } from './kit.ts'

/** Examines a bot that makes one mistake, and returns the checks that it fails, with the reasons. */
async function failedBy(mistake: Mistake) {
  const { emulator } = await emulated()
  const bot = await startExamBot(emulator, mistake)
  const result = await emulator.exam({ webhook: bot.url })
  await bot.close()
  if (!result.ok) throw new Error(result.problem.message)
  return result.value.checks
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ check, happened: _, ...judgement }) => [check, judgement])
}

const because = (reason: string, number?: number) =>
  ({ outcome: 'failed', reason, ...(number === undefined ? {} : { number }) }) as Judgement

/** For each check, how a bot that makes the check's mistake fails it. */
const EXPECTED: Readonly<Record<CheckId, Judgement>> = {
  signatureBytes: because('status', 401),
  forged: because('actedOnForged'),
  verify: because('status', 500),
  lineError: because('status', 500),
  redelivery: because('sentAgain'),
  order: because('unanswered', 1),
  batch: because('unanswered', 1),
  unknown: because('status', 500),
  emoji: because('status', 401),
  longText: because('callRefused', 400),
  noText: because('status', 500),
  noMessage: because('status', 500),
  noReplyToken: because('sentWithoutToken'),
  group: because('callRefused', 400),
  replyOnce: because('tokenTwice', 2),
  replyLate: because('noFallback'),
  retryKey: because('otherRetryKey', 2),
  quota: because('status', 500),
  standby: because('sentUnasked'),
  slow: because('tooSlow', expect.any(Number)),
}

test.each(CHECKS)(
  'a bot with the mistake of the check %s fails that check',
  async check => {
    // LINE escapes emoji. A bot that verifies a signature of its own JSON therefore also rejects webhooks with emoji.
    const failed = check === 'signatureBytes' ? ([check, 'emoji'] as const) : [check]
    expect(await failedBy(check)).toEqual(failed.map(each => [each, EXPECTED[each]]))
  },
  60_000,
)

test.each<[Mistake, CheckId, Judgement]>([
  ['forgedWithoutHeader', 'forged', because('actedOnForged')],
  ['ignoresRedeliveries', 'redelivery', because('unanswered')],
  ['unsendReply', 'noReplyToken', because('sentWithoutToken')],
  ['keyless', 'retryKey', because('otherRetryKey', 2)],
  ['pushesAfter409', 'retryKey', because('otherRetryKey', 3)],
])(
  'a bot with the mistake %s fails exactly the check %s',
  async (mistake, check, judgement) => expect(await failedBy(mistake)).toEqual([[check, judgement]]),
  60_000,
)
