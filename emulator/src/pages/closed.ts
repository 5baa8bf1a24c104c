import { LINE_PREFIX } from '../page-config.ts'
import type { App } from '../scenario/schema.ts'
import { escapeHtml, page } from './layout.ts'
import type { NoticeTexts } from './notices/en.ts'

type Named = readonly Pick<App, 'liffId' | 'name'>[]

type Shown = { readonly title: string; readonly heading: string; readonly note: string }

function endPage(texts: NoticeTexts, apps: Named, { title, heading, note }: Shown): Response {
  const links = apps.map(
    ({ liffId, name }, index) =>
      `<a class="button ${index === 0 ? 'main' : 'quiet'}" href="${LINE_PREFIX}liff.line.me/${escapeHtml(liffId)}">${texts.openAgain(escapeHtml(name))}</a>`,
  )
  return page({
    texts,
    title,
    body: `<h1>${heading}</h1>
<p class="soft center">${note}</p>
<div class="actions">${links.join('')}</div>`,
  })
}

/** Renders the page that replaces a closed app in a browser tab. LINE would show the chat instead. */
export function closedPage(texts: NoticeTexts, apps: Named): Response {
  return endPage(texts, apps, { title: texts.closedTitle, heading: texts.closed, note: texts.closedNote })
}

/** Renders the page shown after linking the accounts. LINE would show the chat instead. */
export function linkedPage(texts: NoticeTexts, apps: Named): Response {
  return endPage(texts, apps, { title: texts.linked, heading: texts.linked, note: texts.linkedNote })
}
