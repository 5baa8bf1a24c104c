/** Shares the first call's promise. After a failure, the next call tries again. */
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
