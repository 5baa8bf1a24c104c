/** Returns the word with the smallest Damerau-Levenshtein distance, or null if every distance exceeds `most`. */
export function mostSimilar(
  word: string,
  words: readonly string[],
  most: (candidate: string) => number,
): string | null {
  let best: { readonly candidate: string; readonly mistakes: number } | null = null
  for (const candidate of words) {
    const mistakes = mistakesBetween(word, candidate)
    if (mistakes <= most(candidate) && (best === null || mistakes < best.mistakes))
      best = { candidate, mistakes }
  }
  return best?.candidate ?? null
}

function mistakesBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let i = 1; i <= a.length; i++) {
    rows.push([i])
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1))
      rows[i]?.push(swapped ? Math.min(least, at(i - 2, j - 2) + 1) : least)
    }
  }
  return at(a.length, b.length)
}
