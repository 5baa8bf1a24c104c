const query = '(prefers-color-scheme: dark)'

/** The phone's colour scheme. Old WebViews know only `addListener`, so there changes are not reported. */
export const systemTheme = {
  dark: (): boolean => matchMedia(query).matches,
  onChange(run: () => void): () => void {
    const list = matchMedia(query)
    list.addEventListener?.('change', run)
    return () => list.removeEventListener?.('change', run)
  },
}
