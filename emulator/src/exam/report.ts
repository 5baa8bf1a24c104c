/** The checks of the bot exam, in the order in which they run. */
export const CHECKS = [
  ...([
    'signatureBytes',
    'forged',
    'verify',
    'lineError',
    'redelivery',
    'order',
    'batch',
    'unknown',
  ] as const),
  ...([
    'emoji',
    'longText',
    'noText',
    'noMessage',
    'noReplyToken',
    'group',
    'replyOnce',
    'replyLate',
  ] as const),
  ...(['retryKey', 'quota', 'standby', 'slow'] as const),
] as const
export type CheckId = (typeof CHECKS)[number]

/** Why a check was not passed. */
const REASONS = [
  // Failed:
  ...(['status', 'noResponse', 'tooSlow', 'unanswered', 'stopped', 'actedOnForged', 'sentAgain'] as const),
  ...(['sentWithoutToken', 'sentUnasked', 'callRefused', 'tokenTwice', 'noFallback'] as const),
  ...(['otherRetryKey', 'repeated'] as const),
  // Not shown:
  ...(['silent', 'quietHere', 'acceptedForged', 'noReply', 'noPush', 'noRetry'] as const),
] as const
export type Reason = (typeof REASONS)[number]

/** The judgement of one check. `notShown`: the bot did nothing that shows whether it makes the mistake. */
export type Judgement =
  | { readonly outcome: 'passed' }
  | {
      readonly outcome: 'failed' | 'notShown'
      readonly reason: Reason
      /** The status, number or milliseconds that the reason names. */
      readonly number?: number
    }

/** A webhook of the exam and the bot's response to it. */
export type ExamWebhook = {
  readonly kind: 'webhook'
  /** Types of the events, such as `message`; empty for Verify. */
  readonly events: readonly string[]
  /** The status of the response; 0 if the bot did not respond. */
  readonly status: number
  readonly ms: number
}

/** A call of LINE's API by the bot, and LINE's answer. */
export type ExamCall = {
  readonly kind: 'call'
  readonly method: string
  readonly path: string
  readonly status: number
  readonly retryKey: string | null
}

/** One check: its judgement, and what LINE sent and received, in order. */
export type CheckResult = Judgement & {
  readonly check: CheckId
  readonly happened: readonly (ExamWebhook | ExamCall)[]
}

/** The result of a bot exam. */
export type ExamReport = {
  readonly webhook: string
  /** False if the bot does not answer a plain text, so that most checks show nothing. */
  readonly talks: boolean
  readonly passed: number
  readonly failed: number
  readonly notShown: number
  readonly checks: readonly CheckResult[]
}
