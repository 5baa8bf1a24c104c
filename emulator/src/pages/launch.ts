import { htmlResponse } from './layout.ts'

/** Redirects from a LIFF URL to the app. Servers never see the `#fragment`, so a script adds it to `liff.state`. */
export function launchPage(to: string): Response {
  const script = `
const to = new URL(${JSON.stringify(to).replaceAll('<', '\\u003c')})
if (location.hash.length > 1) {
  const state = 'liff.state=' + encodeURIComponent((to.searchParams.get('liff.state') || '') + location.hash)
  const rest = to.search.slice(1).split('&').filter(pair => pair && !pair.startsWith('liff.state='))
  to.search = [...rest, state].join('&')
}
location.replace(to.href)
`
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>LINE</title><script>{${script}}</script></head></html>`
  return htmlResponse(html, {
    'content-security-policy':
      "default-src 'none'; script-src 'unsafe-inline'; frame-ancestors 'self' http://localhost:* http://*.localhost:* http://127.0.0.1:*",
  })
}
