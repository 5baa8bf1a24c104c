const query = '(prefers-color-scheme: dark)'

/** Old WebViews support only `addListener`, so changes are not reported there. */
export const systemTheme = {
  dark: (): boolean => matchMedia(query).matches,
  onChange(run: () => void): () => void {
    const list = matchMedia(query)
    list.addEventListener?.('change', run)
    return () => list.removeEventListener?.('change', run)
  },
}
