/**
 * A script that comes after the first paint: fetched at the first call, once; asked for again after a failure.
 * A preload error that was handled (S8) resolves with nothing: that is a failure too.
 */
export function late<T>(load: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null
  const fetched = async () => {
    const module: T | undefined = await load()
    if (module === undefined) throw new Error('a script did not come')
    return module
  }
  return () => {
    if (asked !== null) return asked
    const mine = fetched()
    asked = mine
    mine.catch(() => {
      asked = null
    })
    return mine
  }
}
