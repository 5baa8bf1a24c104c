const SCRIPT = `
const open = async () => {
  const query = new URLSearchParams(location.search)
  if (query.has('scenario')) {
    const answer = await fetch('/__emulator/api/scenario', {
      method: 'POST',
      body: JSON.stringify({ name: query.get('scenario') }),
    })
    if (!answer.ok) {
      document.body.textContent = (await answer.json()).message
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
 * Renders `/__emulator/open[?scenario={names}][&to={path}][&fresh]`, which loads the scenario and then opens `to` or the
 * first app. `fresh` clears sessionStorage first, because LINE gives each LIFF browser a new session.
 */
export function openPage(liffId: string): Response {
  return scriptPage('Opening', `const first = ${JSON.stringify(`/__line/liff.line.me/${liffId}`)}${SCRIPT}`)
}

const ERASE = `
const settled = request => new Promise(done => { request.onsuccess = request.onerror = request.onblocked = () => done() })
const erase = async () => {
  localStorage.clear()
  sessionStorage.clear()
  for (const pair of document.cookie.split('; '))
    document.cookie = pair.split('=')[0] + '=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/; secure'
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

/** Renders `/__emulator/erase`, which clears everything stored for this origin and notifies the parent window. */
export function erasePage(): Response {
  return scriptPage('Erasing', ERASE)
}

function scriptPage(title: string, script: string): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body><script>{${script}}</script></html>`
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'self' http://*.localhost:*",
    },
  })
}
