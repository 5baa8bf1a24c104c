/**
 * Returns a function that loads something on its first call and returns the same promise on later calls. If
 * loading fails, the next call tries again.
 */
export function lazyOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null
  return () => {
    if (loading !== null) return loading
    const attempt = load()
    loading = attempt
    attempt.catch(() => {
      loading = null
    })
    return attempt
  }
}
