import { lazyOnce } from './lazy-once.ts'

const sheets = new Map<string, () => Promise<unknown>>()

/** Adds a style sheet once. Rejects if it fails to load; the next call tries again. */
export function addSheet(href: string): Promise<unknown> {
  const add = sheets.get(href) ?? sheet(href)
  sheets.set(href, add)
  return add()
}

function sheet(href: string): () => Promise<unknown> {
  let failed: HTMLLinkElement | null = null
  return lazyOnce(
    () =>
      new Promise((resolve, reject) => {
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.crossOrigin = ''
        link.href = href
        link.onload = resolve
        link.onerror = () => {
          failed = link
          reject(new Error(`${href} failed to load`))
        }
        // In the same position, because of two equally specific rules the later one wins.
        if (failed) failed.replaceWith(link)
        else document.head.append(link)
      }),
  )
}

/** Applies the style sheet that the document has preloaded. */
export async function addStyles(): Promise<void> {
  const href = document.querySelector('link[rel="preload"][as="style"]')?.getAttribute('href')
  // The dev server has no such link: there, the scripts add their styles.
  if (href) await addSheet(href)
}
