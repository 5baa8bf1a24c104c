import type { ScreenTexts } from './texts/th.ts'

/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, char => entities[char] ?? char)
}

export function hiddenFields(fields: ReadonlyMap<string, readonly string[]>): string {
  return [...fields]
    .flatMap(([key, values]) =>
      values.map(value => `<input type="hidden" name="${escapeHtml(key)}" value="${escapeHtml(value)}">`),
    )
    .join('')
}

type Button = readonly [value: string, html: string]
export type AnswerForm = {
  readonly action: string
  readonly main: Button
  readonly quiet: Button
  readonly name?: string
  readonly hidden?: string
}

/** Returns an official account's picture and id, with `title` between them and `more` after the id, both HTML. */
export const accountHeader = (id: string, title: string, more = ''): string =>
  `<img class="face" src="https://profile.line-scdn.net/oa/${encodeURIComponent(id)}" alt="">
<h1>${title}</h1><p class="soft center">${escapeHtml(id)}${more}</p>`

export const answerForm = ({ action, main, quiet, name = 'answer', hidden = '' }: AnswerForm): string =>
  `<form method="post" action="${escapeHtml(action)}" class="actions">${hidden}
<button class="main" name="${name}" value="${main[0]}">${main[1]}</button>
<button class="quiet" name="${name}" value="${quiet[0]}">${quiet[1]}</button></form>`

const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--text:#111;--soft:#616161;--line:#e3e3e3;--card:#f6f6f6;--green:#06842e;--on:#fff}
@media(prefers-color-scheme:dark){:root{--bg:#111;--text:#f2f2f2;--soft:#b4b4b4;--line:#333;--card:#1d1d1d;--green:#36d06b;--on:#04210e}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.6 "Noto Sans Thai","Sarabun","Leelawadee UI",Thonburi,system-ui,sans-serif}
main{max-width:480px;min-height:100vh;min-height:100dvh;margin:0 auto;padding:24px 20px 32px;display:flex;flex-direction:column;gap:20px}
h1{font-size:21px;line-height:1.45;margin:0;text-align:center}
p{margin:0}
header{display:flex;align-items:center;gap:8px;font-size:13px;color:var(--soft)}
header::before{content:"";width:10px;height:10px;border-radius:50%;background:#06c755}
.soft{color:var(--soft);font-size:14px}
.center{text-align:center}
.face{width:88px;height:88px;border-radius:50%;display:block;margin:8px auto 0;background:var(--card)}
.who{display:flex;gap:12px;align-items:center;padding:12px 14px;background:var(--card);border-radius:14px}
.who img{width:44px;height:44px;border-radius:50%;flex:none}
.who b{display:block;overflow-wrap:anywhere}
fieldset{border:0;margin:0;padding:0}
legend{font-size:14px;color:var(--soft);padding:0 0 4px}
label{display:flex;gap:14px;align-items:flex-start;padding:12px 2px;min-height:48px;border-bottom:1px solid var(--line)}
label input{width:22px;height:22px;margin:2px 0 0;flex:none;accent-color:#06c755}
label b{font-weight:600}
label.pick{align-items:center}
label.pick img{width:44px;height:44px;border-radius:50%;flex:none}
label.pick span{flex:1;overflow-wrap:anywhere}
input:is([type=text],[type=email],[type=password]){width:100%;min-height:48px;padding:8px 12px;border:1px solid var(--line);border-radius:10px;background:var(--card);color:var(--text);font:inherit}
button:disabled{opacity:.5}
label small{display:block;color:var(--soft);font-size:13px;line-height:1.5}
.actions{margin-top:auto;position:sticky;bottom:0;display:grid;gap:10px;margin-inline:-20px;margin-bottom:-32px;padding:12px 20px 24px;background:var(--bg)}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:50px;padding:10px 18px;border:0;border-radius:12px;font:inherit;font-weight:600;text-decoration:none;cursor:pointer;text-align:center}
.main{background:var(--green);color:var(--on)}
.quiet{background:var(--card);color:var(--text)}
.plain{background:none;color:var(--soft);font-weight:400}
button:focus-visible,.button:focus-visible,input:focus-visible{outline:3px solid #4c9ffe;outline-offset:2px}
.note{padding:12px 14px;border-radius:12px;background:var(--card);font-size:14px}
.bubble{align-self:flex-start;max-width:85%;padding:10px 14px;border-radius:4px 18px 18px 18px;background:var(--card)}
code{font-size:13px;overflow-wrap:anywhere}
`

export type Page = {
  readonly title: string
  readonly body: string
  readonly status?: number
  readonly texts: Pick<ScreenTexts, 'lang' | 'header'>
}

type Document = {
  readonly lang: string
  readonly title: string
  readonly style: string
  readonly body: string
}

/** Returns a whole page. `title` and `body` are HTML. */
export const document = ({ lang, title, style, body }: Document): string => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>${body}</body>
</html>
`

export function htmlResponse(html: string, more: Readonly<Record<string, string>>, status = 200): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...more }
  return new Response(html, { status, headers })
}

/** Renders one of LINE's screens, with styles for light and dark mode. `body` is HTML. */
export function page({ title, body: content, status = 200, texts }: Page): Response {
  const body = `<main><header>${texts.header}</header>${content}</main>`
  // Apps that require this header of every frame could not show the page without it.
  const headers = { 'cross-origin-embedder-policy': 'credentialless' }
  return htmlResponse(
    document({ lang: texts.lang, title: escapeHtml(title), style: STYLE, body }),
    headers,
    status,
  )
}
