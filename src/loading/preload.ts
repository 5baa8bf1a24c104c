import { addSheet } from './stylesheets.ts'

/**
 * Fetches a script with the style sheets and scripts that it needs. The build puts it in the place of Vite's own
 * (`build/own-preload.ts`), which asks for a style sheet only once: a lost one stayed away until the page was loaded anew.
 */
export async function preload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  try {
    const ahead = files.map(file => (file.endsWith('.css') ? addSheet : preloadScript)(`/${file}`))
    // At once: where the script is lost beside its style sheet, one more try brings both.
    return (await Promise.all([load(), ...ahead]))[0]
  } catch (error) {
    // S8: whoever asked for it tries again and says so itself.
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    throw error
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
