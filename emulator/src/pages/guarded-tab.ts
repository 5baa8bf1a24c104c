import { EMULATOR_PREFIX } from '../page-config.ts'
import { document, htmlResponse } from './layout.ts'
import type { NoticeTexts } from './notices/en.ts'

const STYLE = `
html,body{margin:0;height:100%;overflow:hidden;background:#fff}
iframe{position:fixed;inset:0;width:100%;height:100%;border:0}
[role=alert]{position:fixed;inset:auto 0 0;z-index:1;padding:14px 16px;background:#8c1d18;color:#fff;font:15px/1.6 system-ui,sans-serif}
[role=alert][hidden]{display:none}
code{overflow-wrap:anywhere}
button{min-height:44px;margin:8px 8px 0 0;padding:8px 16px;border:1px solid #fff;border-radius:8px;background:none;color:#fff;font:inherit}
`

/** Renders `/__emulator/tab?to={path}&referrer={url}`. `frames` are the CSP sources of the app's frame. */
export function guardedTabPage(texts: NoticeTexts, frames: string): Response {
  const body = `<div role="alert" hidden>${texts.blocked('<code></code>')}<br><button type="button">${texts.loadAgain}</button><button type="button">${texts.dismiss}</button></div><script src="${EMULATOR_PREFIX}tab.js"></script>`
  return htmlResponse(document({ lang: texts.lang, title: texts.opening, style: STYLE, body }), {
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-src ${frames} blob:; base-uri 'none'; frame-ancestors 'self'`,
    'x-content-type-options': 'nosniff',
  })
}
