import { CHECK_DETAILS } from './details.ts'
import type { CheckResult, ExamCall, ExamReport, ExamWebhook } from './report.ts'
import { CHECK_TEXTS, REASON_TEXTS } from './texts.ts'

const MARKS = { passed: '✓', failed: '✗', notShown: '·' } as const
const OUTCOMES = { passed: 'passed', failed: 'failed', notShown: 'not shown' } as const

/** Returns a line that is the same in all languages. */
export function happenedText(entry: ExamWebhook | ExamCall): string {
  if (entry.kind === 'call') {
    const key = entry.retryKey === null ? '' : ` (retry key ${entry.retryKey.slice(0, 8)}…)`
    return `${entry.method} ${entry.path}${key} → ${entry.status}`
  }
  const types = entry.events.length === 0 ? '[]' : entry.events.join(', ')
  return `webhook ${types} → ${entry.status === 0 ? '—' : entry.status} (${entry.ms} ms)`
}

function checkText(result: CheckResult): string {
  const { name, cure } = CHECK_TEXTS[result.check]
  const lines = [
    `${MARKS[result.outcome]} ${name}: ${OUTCOMES[result.outcome]}`,
    `    sent      ${CHECK_DETAILS[result.check].sent}`,
    ...result.happened.map(
      (entry, at) => `    ${at === 0 ? 'happened' : '        '}  ${happenedText(entry)}`,
    ),
  ]
  if (result.outcome !== 'passed')
    lines.push(`    why       ${REASON_TEXTS[result.reason](result.number ?? 0)}`)
  if (result.outcome === 'failed') lines.push(`    cure      ${cure}`)
  return lines.join('\n')
}

const SILENT =
  'The bot did not answer a plain text, so most checks show nothing. Pass a text that it answers with --say'

export function reportText({ webhook, talks, passed, failed, notShown, checks }: ExamReport): string {
  const summary = `${passed} passed, ${failed} failed, ${notShown} not shown: ${webhook}`
  return [...checks.map(checkText), summary, ...(talks ? [] : [SILENT])].join('\n\n')
}
