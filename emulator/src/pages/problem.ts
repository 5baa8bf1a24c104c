import type { Scenario } from '../scenario/schema.ts'
import { escapeHtml, page } from './layout.ts'
import { en } from './texts/en.ts'

/** Renders an error page that tells the developer why LINE refuses the request. */
export function problemPage(status: number, title: string, detail: string): Response {
  return page({
    title: `${status}`,
    status,
    texts: en,
    body: `<h1>${status} · ${escapeHtml(title)}</h1><p class="note">${escapeHtml(detail)}</p>
<p class="soft">The LIFF emulator shows this page instead of LINE’s own error page.</p>`,
  })
}

/** Renders the error page for a request with an unknown LIFF ID or URL. */
export function unknownAppPage({ apps }: Scenario, requested: string): Response {
  const known = apps.map(({ liffId }) => liffId).join(', ')
  return problemPage(
    404,
    'Unknown LIFF app',
    `${requested} is not an app of this scenario. Known LIFF IDs: ${known}`,
  )
}
