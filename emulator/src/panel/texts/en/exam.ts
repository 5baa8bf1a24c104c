import type { CheckId, Reason } from '../../../exam/report.ts'
import { CHECK_TEXTS, type CheckText, REASON_TEXTS } from '../../../exam/texts.ts'
import type { About } from '../types.ts'

/** The texts of the bot exam. */
export type ExamTexts = {
  readonly title: string
  readonly run: string
  readonly runTitle: string
  readonly running: string
  readonly outcomes: Readonly<Record<'passed' | 'failed' | 'notShown', string>>
  /** What LINE sent and the bot called. */
  readonly happened: string
  readonly checks: Readonly<Record<CheckId, CheckText>>
  /** Why a check was not passed. The number is a status, a count or milliseconds. */
  readonly reasons: Readonly<Record<Reason, About<number>>>
}

/** English texts of the bot exam. The checks are those of the command line. */
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
