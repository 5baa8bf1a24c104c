/** Returns the uses that `known` does not explain, and the entries of `known` that nothing uses. */
export function unexplained(
  uses: readonly { readonly feature: string; readonly at: string }[],
  known: Record<string, string>,
) {
  const used = new Set(uses.map(({ feature }) => feature))
  return [
    ...new Set(uses.filter(({ feature }) => !(feature in known)).map(({ at }) => at)),
    ...Object.keys(known)
      .filter(feature => !used.has(feature))
      .map(feature => `nothing uses ${feature}`),
  ]
}
