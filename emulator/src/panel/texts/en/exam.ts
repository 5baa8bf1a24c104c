import type { CheckId, Reason } from '../../../exam/report.ts'
import { CHECK_TEXTS, type CheckText, REASON_TEXTS } from '../../../exam/texts.ts'
import type { About } from '../types.ts'

export type ExamTexts = {
  readonly title: string
  readonly run: string
  readonly runTitle: string
  readonly running: string
  readonly outcomes: Readonly<Record<'passed' | 'failed' | 'notShown', string>>
  readonly happened: string
  readonly checks: Readonly<Record<CheckId, CheckText>>
  /** The number is a status, a count or a time in ms. */
  readonly reasons: Readonly<Record<Reason, About<number>>>
}

/** The command line uses the same strings for the checks. */
export const exam: ExamTexts = {
  title: 'Bot exam',
  run: 'Examine the bot',
  runTitle: 'Send the bot twenty classic mistakes, with users of the exam’s own. Takes up to a minute',
  running: 'Examining the bot…',
  outcomes: { passed: 'passed', failed: 'failed', notShown: 'not shown' },
  happened: 'Webhooks and calls',
  checks: CHECK_TEXTS,
  reasons: REASON_TEXTS,
}
