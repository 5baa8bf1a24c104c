import { lazyOnce } from './lazy-once.ts'

const sheets = new Map<string, () => Promise<unknown>>()

/** Adds a style sheet, once. Rejects when it does not come, and may be asked again. */
export function addSheet(href: string): Promise<unknown> {
  const add = sheets.get(href) ?? sheet(href)
  sheets.set(href, add)
  return add()
}

function sheet(href: string): () => Promise<unknown> {
  let lost: HTMLLinkElement | null = null
  return lazyOnce(
    () =>
      new Promise((resolve, reject) => {
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.crossOrigin = ''
        link.href = href
        link.onload = resolve
        link.onerror = () => {
          lost = link
          reject(new Error(`${href} did not come`))
        }
        // In the same place: of two rules that are alike the later one holds.
        if (lost) lost.replaceWith(link)
        else document.head.append(link)
      }),
  )
}

/** Puts the style sheet that the document has fetched ahead to use; nothing but home's first sight waits for it. */
export async function addStyles(): Promise<void> {
  const ahead = document.querySelector('link[rel="preload"][as="style"]')?.getAttribute('href')
  // Where it is built as it is asked for, the scripts bring their styles themselves.
  if (ahead) await addSheet(ahead)
}
