import { addSheet } from './stylesheets.ts'

/**
 * Loads a script together with the style sheets and scripts that it needs. The build uses this function
 * instead of Vite's own helper (see `build/own-preload.ts`), which requests each style sheet only once: after
 * a failed request, the style sheet would be missing until the next reload.
 */
export async function preload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  try {
    const dependencies = files.map(file => (file.endsWith('.css') ? addSheet : preloadScript)(`/${file}`))
    // Load script and dependencies in parallel: if both fail, a single retry loads both.
    return (await Promise.all([load(), ...dependencies]))[0]
  } catch (error) {
    // The `vite:preloadError` event of spec S8. If no listener calls `preventDefault`, the caller retries and shows the failure.
    const event = new Event('vite:preloadError', { cancelable: true })
    if (dispatchEvent(Object.assign(event, { payload: error }))) throw error
    // A listener has handled the failure, for example by reloading the page, so the caller must not do anything.
    return new Promise<never>(() => {})
  }
}

function preloadScript(href: string): void {
  if (document.querySelector(`link[href="${href}"]`)) return
  const link = document.createElement('link')
  link.rel = link.relList.supports('modulepreload') ? 'modulepreload' : 'preload'
  link.as = 'script'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
}
