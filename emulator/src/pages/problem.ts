import { allApps } from '../scenario/internal-channels.ts'
import type { Scenario } from '../scenario/schema.ts'
import { escapeHtml, page } from './layout.ts'
import type { NoticeTexts } from './notices/en.ts'
import { noticesFor } from './notices/notices-for.ts'

export type ProblemPage = {
  readonly texts: NoticeTexts
  readonly status: number
  readonly title: string
  readonly detail: string
}

export function problemPage({ texts, status, title, detail }: ProblemPage): Response {
  return page({
    title: `${status}`,
    status,
    texts,
    body: `<h1>${status} · ${escapeHtml(title)}</h1><p class="note">${escapeHtml(detail)}</p>
<p class="soft">${texts.insteadOfLine}</p>`,
  })
}

export function badRequestPage(request: Request, detailIn: (texts: NoticeTexts) => string): Response {
  const texts = noticesFor(request)
  return problemPage({ texts, status: 400, title: texts.badRequest, detail: detailIn(texts) })
}

export function unknownAppPage(request: Request, scenario: Scenario, requested: string): Response {
  const texts = noticesFor(request)
  const known = allApps(scenario)
    .map(({ liffId }) => liffId)
    .join(', ')
  const detail = texts.unknownAppNote(requested, known)
  return problemPage({ texts, status: 404, title: texts.unknownApp, detail })
}
