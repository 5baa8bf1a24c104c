import { scenarioNames } from '../scenario/named.ts'
import { escapeHtml, page } from './layout.ts'
import type { NoticeTexts } from './notices/en.ts'

/** The page would flash before the app, so it stays hidden unless the scenario is unknown. */
const OPEN = `
document.body.hidden = true
const open = async () => {
  const query = new URLSearchParams(location.search)
  if (query.has('scenario')) {
    const name = query.get('scenario')
    const answer = await fetch('/__emulator/api/scenario', { method: 'POST', body: JSON.stringify({ name }) })
    if (!answer.ok) {
      document.title = document.querySelector('h1').textContent
      document.querySelector('.wanted').textContent = name
      document.body.hidden = false
      return
    }
  }
  const to = new URL(query.get('to') || first, location.origin)
  if (query.has('fresh')) sessionStorage.clear()
  if (to.origin === location.origin) location.replace(to.href)
}
void open()
`

/**
 * Renders `/__emulator/open[?scenario={names}][&to={path}][&fresh]`, which loads the scenario and opens `to` or the
 * first app. `fresh` clears sessionStorage first, like a new LIFF browser.
 */
export function openPage(texts: NoticeTexts, liffId: string): Response {
  const first = JSON.stringify(`/__line/liff.line.me/${liffId}`)
  const unknown = texts.noScenario('<b class="wanted"></b>')
  const body = `<h1>${texts.notOpened}</h1><p class="center">${unknown}</p>
<p class="note">${texts.knownScenarios} ${escapeHtml(scenarioNames())}</p>`
  return scriptPage(texts, texts.opening, { body, script: `const first = ${first}${OPEN}` })
}

const ERASE = `
const settled = request => new Promise(done => { request.onsuccess = request.onerror = request.onblocked = () => done() })
const erase = async () => {
  localStorage.clear()
  sessionStorage.clear()
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  const caches_ = 'caches' in window ? await caches.keys() : []
  const databases = (await indexedDB.databases?.()) ?? []
  await Promise.all([
    ...workers.map(worker => worker.unregister()),
    ...caches_.map(name => caches.delete(name)),
    ...databases.map(({ name }) => settled(indexedDB.deleteDatabase(name))),
  ])
}
erase().finally(() => parent.postMessage({ source: 'liff-emulator', type: 'erased' }, '*'))
`

/** Renders `/__emulator/erase`, which clears this origin's storage and notifies the parent window. */
export function erasePage(texts: NoticeTexts): Response {
  return scriptPage(texts, texts.erasing, { body: `<h1>${texts.erasing}</h1>`, script: ERASE })
}

type Content = { readonly body: string; readonly script: string }

function scriptPage(texts: NoticeTexts, title: string, { body, script }: Content): Response {
  const response = page({ texts, title, body: `${body}<script>{${script}}</script>` })
  response.headers.set(
    'content-security-policy',
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'self' http://*.localhost:*",
  )
  return response
}
