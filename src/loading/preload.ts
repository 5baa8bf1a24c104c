/**
 * Loads a script. The build uses this function instead of Vite's own helper (see `build/own-preload.ts`), whose promise
 * resolves with `undefined` if a listener handles the failure.
 */
export async function preload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    // The `vite:preloadError` event of spec S8. If no listener calls `preventDefault`, the caller retries and shows the failure.
    const event = new Event('vite:preloadError', { cancelable: true })
    if (dispatchEvent(Object.assign(event, { payload: error }))) throw error
    // A listener has handled the failure, for example by reloading the page, so the caller must not do anything.
    return new Promise<never>(() => {})
  }
}
