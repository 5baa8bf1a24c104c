import { LINE_PREFIX } from '../page-config.ts'
import type { App } from '../scenario/schema.ts'
import { escapeHtml, page } from './layout.ts'
import type { Words } from './words/th.ts'

/** What stands where an app closed itself in a browser tab, in place of the chat that LINE would show. */
export function closedPage(words: Words, apps: readonly Pick<App, 'liffId' | 'name'>[]): Response {
  const links = apps.map(
    ({ liffId, name }, index) =>
      `<a class="button ${index === 0 ? 'main' : 'quiet'}" href="${LINE_PREFIX}liff.line.me/${escapeHtml(liffId)}">${words.openAgain(escapeHtml(name))}</a>`,
  )
  return page({
    words,
    title: words.closedTitle,
    body: `<h1>${words.closed}</h1>
<p class="soft center">${words.closedNote}</p>
<div class="actions">${links.join('')}</div>`,
  })
}
