import { LINE_PREFIX } from '../page-config.ts'
import type { App } from '../scenario/schema.ts'
import { escapeHtml, page } from './layout.ts'
import type { LinkTarget, NoticeTexts } from './notices/en.ts'

export type LineLinkPage = {
  readonly texts: NoticeTexts
  readonly opens: LinkTarget
  readonly url: URL
  /** Text that the link would send or share. May be empty. */
  readonly text: string
  readonly app: Pick<App, 'liffId' | 'name'> | undefined
}

/** Renders the page shown in place of an unsupported part of LINE. */
export function lineLinkPage({ texts, opens, url, text, app }: LineLinkPage): Response {
  const sent = text === '' ? '' : `<p class="bubble" style="white-space:pre-wrap">${escapeHtml(text)}</p>`
  const back =
    app === undefined
      ? ''
      : `<div class="actions"><a class="button quiet" href="${LINE_PREFIX}liff.line.me/${escapeHtml(app.liffId)}">${texts.backTo(escapeHtml(app.name))}</a></div>`
  return page({
    texts,
    title: texts.linkTitle,
    body: `<h1>${texts.linkOpens(texts.links[opens])}</h1>${sent}
<p class="soft center">${texts.linkNote}</p><p class="note"><code>${escapeHtml(url.href)}</code></p>${back}`,
  })
}
