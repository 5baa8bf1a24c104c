/**
 * Loads the page's first files again if they did not arrive, so that a lost request on a first visit does not leave
 * the loading screen forever. The build puts this file inline into the document (`build/entry-retry.ts`), so it works
 * without any other file, except for `load-chunk.ts`, which is inline too; it must not import anything.
 *
 * An attempt fetches the style sheet and the scripts that have not arrived. Only when all of them have arrived, it loads
 * the entry script. Most browsers before 2026 remember that a module failed and reject the import without a request. The
 * page is then reloaded, which is safe at this moment, because the server has just answered.
 */

declare const loadChunk: { missing(): readonly string[]; now(): Promise<unknown> } | undefined

/** Milliseconds before the first retry. Each wait is twice the previous one, up to the last, and partly random. */
const FIRST_WAIT_MS = 1000
const LAST_WAIT_MS = 30_000
/** Milliseconds until the first load counts as hanging. An attempt may take as long, later ones up to three times. */
const PATIENCE_MS = 10_000
/** Milliseconds without more of the document after which it counts as cut off. */
const STALLED_MS = 4000
/** Milliseconds for which the button is disabled after a tap. */
const TAP_MS = 3000

let attempts = 0
/** True if a request has failed since the last attempt began. */
let failed = false
/** When an attempt imported the entry script, in milliseconds since the page's start. */
let importedAt = Number.POSITIVE_INFINITY
let running = new AbortController()
let timer: ReturnType<typeof setTimeout> | undefined

/** Returns the loading screen, or null while anything else is visible. */
const loadingScreen = () => document.querySelector('.shell')
/** True if the document ends before its scripts can start. */
const isCutOff = () => typeof loadChunk === 'undefined' || document.querySelector('#root') === null

function attemptAfter(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void attempt(), ms)
}

function fail(): void {
  failed = true
  loadingScreen()?.classList.add('late')
  attemptAfter(Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts) * (0.5 + Math.random() / 2))
}

async function attempt(tapped = false): Promise<void> {
  running.abort()
  running = new AbortController()
  const { signal } = running
  const screen = loadingScreen()
  if (!screen && !isCutOff()) return attemptAfter(PATIENCE_MS)
  screen?.classList.add('late')
  attempts += 1
  attemptAfter(PATIENCE_MS * Math.min(attempts, 3))
  // A slow network may still be loading the document, which may contain the scripts.
  if (attempts === 1 && !failed && !tapped && document.readyState === 'loading') return
  // By default, Chromium waits for a request that is still loading the same file. That spares a slow network, but also
  // waits for a request that hangs.
  const cache = failed || attempts === 1 ? 'default' : 'reload'
  failed = false
  let reload = false
  const load = async (file: string) => {
    const response = await fetch(file, { cache, signal })
    // The server has a newer release, and the files of this document are gone.
    if (response.status === 404) reload = true
    // A captive portal answers with HTML.
    else if (!response.ok || /html/.test(response.headers.get('content-type') ?? '')) throw response
    await response.arrayBuffer()
  }
  try {
    await Promise.all(missing().map(load))
  } catch {
    if (!signal.aborted) fail()
    return
  }
  if (isCutOff()) return reloadPage(tapped)
  if (!loadingScreen()) return
  // Ends the requests that still hang. Chromium then loads their modules again, from the cache.
  if (cache === 'reload') stop()
  try {
    await loadChunk?.now()
    // If the entry script waits for React's files, it need not wait any longer.
    dispatchEvent(new Event('files-loaded'))
    importedAt = Math.min(importedAt, performance.now())
    reload ||= performance.now() - importedAt > PATIENCE_MS
  } catch {
    reload = true
  }
  if (reload) reloadPage(tapped)
}

/** Returns the files to fetch: any file if the document ends before the names of its scripts. */
function missing(): readonly string[] {
  const sheet = document.querySelector('link[as="style"]')?.getAttribute('href')
  const scripts = typeof loadChunk === 'undefined' ? ['/version.json'] : loadChunk.missing()
  return sheet ? [...scripts, sheet] : scripts
}

/**
 * Fails if the document does not arrive any further. Chromium reports nothing when it was cut off: it stays `loading`.
 *
 * @param before The document's length at the last look.
 */
function watchDocument(before: number): void {
  if (document.readyState !== 'loading') return
  const length = document.documentElement.textContent.length
  if (length === before) fail()
  else setTimeout(watchDocument, STALLED_MS, length)
}

/** Reloads the page. Two reloads without a tap are at least 30 seconds apart. */
function reloadPage(tapped: boolean): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (tapped || visit?.type !== 'reload' || performance.now() > LAST_WAIT_MS) location.reload()
}

// Events of elements do not bubble, but are captured here.
addEventListener('error', ({ target }) => target !== window && !failed && fail(), true)
document.addEventListener('readystatechange', () => isCutOff() && fail(), { once: true })
watchDocument(0)
addEventListener('online', () => loadingScreen()?.matches('.late') && void attempt())
addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLButtonElement) || !target.closest('.shell')) return
  target.disabled = true
  setTimeout(() => {
    target.disabled = false
  }, TAP_MS)
  void attempt(true)
})
attemptAfter(PATIENCE_MS)
