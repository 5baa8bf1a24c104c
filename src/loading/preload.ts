import { addSheet } from './stylesheets.ts'

/**
 * Loads a script together with the style sheets that it needs. The build uses this function instead of Vite's
 * own helper (see `build/own-preload.ts`), which requests each style sheet only once: after a failed request,
 * the style sheet would be missing until the next reload.
 */
export async function preload<T>(load: () => Promise<T>, sheets: readonly string[] = []): Promise<T> {
  try {
    // Load script and style sheets in parallel: if both fail, a single retry loads both.
    return (await Promise.all([load(), ...sheets.map(sheet => addSheet(`/${sheet}`))]))[0]
  } catch (error) {
    // The `vite:preloadError` event of spec S8. If no listener calls `preventDefault`, the caller retries and shows the failure.
    const event = new Event('vite:preloadError', { cancelable: true })
    if (dispatchEvent(Object.assign(event, { payload: error }))) throw error
    // A listener has handled the failure, for example by reloading the page, so the caller must not do anything.
    return new Promise<never>(() => {})
  }
}
