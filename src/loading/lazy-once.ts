/** Returns a function that loads something at its first call and returns the same promise afterwards. A failed load is retried by the next call. */
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
