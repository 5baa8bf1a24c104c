/** A script that comes after the first paint: fetched at the first call, once; asked for again after a failure. */
export function lazyOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null
  return () => {
    if (asked !== null) return asked
    const mine = load()
    asked = mine
    mine.catch(() => {
      asked = null
    })
    return mine
  }
}
