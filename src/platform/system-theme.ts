const query = '(prefers-color-scheme: dark)'

/** Whether the phone prefers dark. Old WebViews know only `addListener`. */
export const systemTheme = {
  dark: (): boolean => matchMedia(query).matches,
  onChange(run: () => void): () => void {
    const list = matchMedia(query)
    list.addEventListener?.('change', run)
    return () => list.removeEventListener?.('change', run)
  },
}
