import type { Scenario } from '../scenario/schema.ts'
import { escapeHtml, page } from './layout.ts'
import { en } from './texts/en.ts'

/** LINE refuses to go on: what is wrong, for the developer who reads it. */
export function problemPage(status: number, what: string, detail: string): Response {
  return page({
    title: `${status}`,
    status,
    texts: en,
    body: `<h1>${status} · ${escapeHtml(what)}</h1><p class="note">${escapeHtml(detail)}</p>
<p class="soft">This page is drawn by the LIFF emulator in the place of LINE’s.</p>`,
  })
}

/** The same for a LIFF id that is no app's; `named` is what was asked for. */
export function unknownAppPage({ apps }: Scenario, named: string): Response {
  const known = apps.map(({ liffId }) => liffId).join(', ')
  return problemPage(404, 'Unknown LIFF app', `${named} is none of: ${known}`)
}
