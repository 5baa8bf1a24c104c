/** In the order in which they run. */
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

const REASONS = [
  // Reasons why a check fails
  ...(['status', 'noResponse', 'tooSlow', 'unanswered', 'stopped', 'actedOnForged', 'sentAgain'] as const),
  ...(['sentWithoutToken', 'sentUnasked', 'callRefused', 'tokenTwice', 'noFallback'] as const),
  ...(['otherRetryKey', 'repeated', 'ended'] as const),
  // Reasons why a check is inconclusive
  ...(['silent', 'quietHere', 'acceptedForged', 'noReply', 'noPush', 'noRetry', 'gone'] as const),
] as const
export type Reason = (typeof REASONS)[number]

/** `notShown`: the bot did nothing that would reveal the mistake. */
export type Judgement =
  | { readonly outcome: 'passed' }
  | {
      readonly outcome: 'failed' | 'notShown'
      readonly reason: Reason
      /** A status, a count or a time in ms, depending on the reason. */
      readonly number?: number
    }

export type ExamWebhook = {
  readonly kind: 'webhook'
  /** Event types, such as `message`; empty for Verify. */
  readonly events: readonly string[]
  /** HTTP status of the bot's response; 0 if the bot did not respond. */
  readonly status: number
  readonly ms: number
}

export type ExamCall = {
  readonly kind: 'call'
  readonly method: string
  readonly path: string
  readonly status: number
  readonly retryKey: string | null
}

export type CheckResult = Judgement & {
  readonly check: CheckId
  readonly happened: readonly (ExamWebhook | ExamCall)[]
}

export type ExamReport = {
  readonly webhook: string
  /** False if the bot does not reply to plain text. Most checks are then inconclusive. */
  readonly talks: boolean
  readonly passed: number
  readonly failed: number
  readonly notShown: number
  readonly checks: readonly CheckResult[]
}
