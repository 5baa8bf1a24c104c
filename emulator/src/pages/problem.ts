import { allApps } from '../scenario/internal-channels.ts'
import type { Scenario } from '../scenario/schema.ts'
import { escapeHtml, page } from './layout.ts'
import type { NoticeTexts } from './notices/en.ts'

export type ProblemPage = {
  readonly texts: NoticeTexts
  readonly status: number
  readonly title: string
  readonly detail: string
}

/** Renders an error page that explains why LINE rejects the request. */
export function problemPage({ texts, status, title, detail }: ProblemPage): Response {
  return page({
    title: `${status}`,
    status,
    texts,
    body: `<h1>${status} · ${escapeHtml(title)}</h1><p class="note">${escapeHtml(detail)}</p>
<p class="soft">${texts.insteadOfLine}</p>`,
  })
}

export function badRequestPage(texts: NoticeTexts, detail: string): Response {
  return problemPage({ texts, status: 400, title: texts.badRequest, detail })
}

export function unknownAppPage(texts: NoticeTexts, scenario: Scenario, requested: string): Response {
  const known = allApps(scenario)
    .map(({ liffId }) => liffId)
    .join(', ')
  const detail = texts.unknownAppNote(requested, known)
  return problemPage({ texts, status: 404, title: texts.unknownApp, detail })
}
