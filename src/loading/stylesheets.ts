import { lazyOnce } from './lazy-once.ts'

/** Rejects if home's style sheet fails to load. Other screens' styles are part of their scripts. */
export async function addStyles(): Promise<void> {
  const contained = document.querySelector('#home-styles')
  // If the document was cut off inside this element, there is no script after it.
  if (contained?.nextElementSibling) return contained.removeAttribute('media')
  await addSheet()
}

const addSheet = lazyOnce(
  () =>
    new Promise<unknown>((resolve, reject) => {
      const href = document.querySelector('link[as="style"]')?.getAttribute('href')
      // The dev server does not add this link, because scripts add their own styles.
      if (!href) return resolve(null)
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.crossOrigin = ''
      link.href = href
      link.onload = resolve
      link.onerror = () => {
        link.remove()
        reject(new Error(`${href} failed to load`))
      }
      document.head.append(link)
    }),
)
