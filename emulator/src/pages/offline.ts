import { EMULATOR_PREFIX } from '../page-config.ts'
import { page } from './layout.ts'
import type { NoticeTexts } from './notices/en.ts'

/** Script of the offline page, served as `/__emulator/offline.js`. */
export const OFFLINE_SCRIPT =
  "document.querySelector('button').addEventListener('click', () => location.reload())\n"

/** Renders the page that a phone without a network shows instead of any other page. */
export function offlinePage(texts: NoticeTexts): Response {
  const response = page({
    texts,
    status: 503,
    title: texts.offline,
    body: `<h1>${texts.offline}</h1><p class="soft center">${texts.offlineNote}</p>
<div class="actions"><button class="main">${texts.tryAgain}</button></div><script src="${EMULATOR_PREFIX}offline.js"></script>`,
  })
  // A page with its own policy gets no frame script, so the panel does not mistake it for the app.
  response.headers.set(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'",
  )
  return response
}
