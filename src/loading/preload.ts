/** Vite's own helper resolves to `undefined` if a listener handles the failure (see `build/own-preload.ts`). */
export async function preload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    // Spec S8 requires this event. If no listener calls `preventDefault`, the caller retries and shows the failure.
    const event = new Event('vite:preloadError', { cancelable: true })
    if (dispatchEvent(Object.assign(event, { payload: error }))) throw error
    // A listener has handled the failure, so the caller must not continue.
    return new Promise<never>(() => {})
  }
}
