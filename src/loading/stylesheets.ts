import { lazyOnce } from './lazy-once.ts'

const sheets = new Map<string, () => Promise<unknown>>()

/** Adds a style sheet to the document once. Rejects if it fails to load; the next call tries again. */
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
        // A retry keeps the position of the failed link, because the order of style sheets decides between
        // equally specific rules.
        if (failed) failed.replaceWith(link)
        else document.head.append(link)
      }),
  )
}

/** Applies home's style sheet, unless the document contains all of it. */
export async function addStyles(): Promise<void> {
  const contained = document.querySelector('#home-styles')
  // A document that was cut off inside the element has no script behind it.
  if (contained?.nextElementSibling) return contained.removeAttribute('media')
  const href = document.querySelector('link[as="style"]')?.getAttribute('href')
  // The dev server adds no such link, because scripts add their styles themselves.
  if (href) await addSheet(href)
}
