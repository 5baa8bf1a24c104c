/**
 * Retries loading the document's first files, so that a lost request does not leave the app on the loading screen
 * forever. The build inlines this file (`build/entry-retry.ts`). It must not import anything and depends only on
 * `load-chunk.ts`, which is inlined as well.
 * An attempt fetches the missing style sheet and scripts, then loads the entry script. Most browsers from before 2026
 * remember that a module failed to load, and reject the import without a request. The page is then reloaded, which is
 * safe because the server has just responded.
 */

declare const loadChunk: { missing(): readonly string[]; now(): Promise<unknown> } | undefined

/** Milliseconds before the first retry. The wait doubles up to `LAST_WAIT_MS` and is partly random. */
const FIRST_WAIT_MS = 1000
const LAST_WAIT_MS = 30_000
/** Milliseconds until the first load or an attempt counts as stuck. Later attempts get up to three times as long. */
const PATIENCE_MS = 10_000
/** A document that has not grown for this many milliseconds is considered truncated. */
const STALLED_MS = 4000
/** Milliseconds for which the button is disabled after a tap. */
const TAP_MS = 3000

let attempts = 0
/** True if a request has failed since the last attempt began. */
let failed = false
/** When an attempt first imported the entry script, in milliseconds since navigation start. */
let importedAt = Number.POSITIVE_INFINITY
let running = new AbortController()
let timer: ReturnType<typeof setTimeout> | undefined

/** Null if another screen is visible. */
const loadingScreen = () => document.querySelector('.shell')
/** True if the document was truncated before its scripts could start. */
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
  // On a slow network, the document with the scripts may still be loading.
  if (attempts === 1 && !failed && !tapped && document.readyState === 'loading') return
  // By default, Chromium waits for a pending request for the same file, even if it hangs.
  const cache = failed || attempts === 1 ? 'default' : 'reload'
  failed = false
  let reload = false
  const load = async (file: string) => {
    const response = await fetch(file, { cache, signal })
    // The server has a newer release, which does not contain this document's files.
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
  // Cancels the hanging requests. Chromium then loads their modules again, from the cache.
  if (cache === 'reload') stop()
  try {
    await loadChunk?.now()
    // Makes the entry script retry React's files immediately.
    dispatchEvent(new Event('files-loaded'))
    importedAt = Math.min(importedAt, performance.now())
    reload ||= performance.now() - importedAt > PATIENCE_MS
  } catch {
    reload = true
  }
  if (reload) reloadPage(tapped)
}

/** Returns the missing files or, if the document lacks its script names, any file, to test the connection. */
function missing(): readonly string[] {
  const sheet = document.querySelector('link[as="style"]')?.getAttribute('href')
  const scripts = typeof loadChunk === 'undefined' ? ['/version.json'] : loadChunk.missing()
  return sheet ? [...scripts, sheet] : scripts
}

/**
 * Calls `fail` if the document stops growing. Chromium does not fire an event for a truncated document, whose
 * `readyState` stays `loading`.
 *
 * @param before The document's length at the previous check.
 */
function watchDocument(before: number): void {
  if (document.readyState !== 'loading') return
  const length = document.documentElement.textContent.length
  if (length === before) fail()
  else setTimeout(watchDocument, STALLED_MS, length)
}

/** Reloads the page; without a tap, at most once in 30 seconds. */
function reloadPage(tapped: boolean): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (tapped || visit?.type !== 'reload' || performance.now() > LAST_WAIT_MS) location.reload()
}

// Error events of elements do not bubble, but they can be captured.
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
