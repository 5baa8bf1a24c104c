import { LINE_PREFIX } from '../page-config.ts'
import type { App } from '../scenario/schema.ts'
import { escapeHtml, page } from './layout.ts'
import type { NoticeTexts } from './notices/en.ts'

/** Renders the page that replaces a closed app in a browser tab. LINE would show the chat instead. */
export function closedPage(texts: NoticeTexts, apps: readonly Pick<App, 'liffId' | 'name'>[]): Response {
  const links = apps.map(
    ({ liffId, name }, index) =>
      `<a class="button ${index === 0 ? 'main' : 'quiet'}" href="${LINE_PREFIX}liff.line.me/${escapeHtml(liffId)}">${texts.openAgain(escapeHtml(name))}</a>`,
  )
  return page({
    texts,
    title: texts.closedTitle,
    body: `<h1>${texts.closed}</h1>
<p class="soft center">${texts.closedNote}</p>
<div class="actions">${links.join('')}</div>`,
  })
}
