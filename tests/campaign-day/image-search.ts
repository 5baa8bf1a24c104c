import { Database } from '#server/store/sqlite.ts'

/** The size of an SQLite page, in bytes. No value continues directly on the next page. */
const PAGE_BYTES = 4096

function changedPages(before: Buffer, after: Buffer): Buffer {
  const pages: Buffer[] = []
  for (let start = 0; start < after.length; start += PAGE_BYTES) {
    const page = after.subarray(start, start + PAGE_BYTES)
    if (!page.equals(before.subarray(start, start + PAGE_BYTES))) pages.push(page)
  }
  return Buffer.concat(pages)
}

/**
 * Creates a function that returns the words that occur in an image of the database. If a word was absent from the
 * previous image, the function searches only the pages that have changed since.
 */
export function createImageSearch(): (image: Buffer, words: readonly string[]) => readonly string[] {
  let before: Buffer = Buffer.alloc(0)
  const absent = new Set<string>()
  return (image, words) => {
    const changed = changedPages(before, image)
    before = image
    for (const word of absent) if (changed.includes(word)) absent.delete(word)
    return words.filter(word => {
      const isFound = !absent.has(word) && image.includes(word)
      if (!isFound) absent.add(word)
      return isFound
    })
  }
}

/** Returns the words that occur in rows. Ignores copies in unused parts of pages. */
export function wordsInRows(image: Buffer, words: readonly string[]): readonly string[] {
  if (words.length === 0) return words
  const copy = new Database(image)
  copy.exec('vacuum')
  const rows = copy.serialize()
  copy.close()
  return words.filter(word => rows.includes(word))
}
