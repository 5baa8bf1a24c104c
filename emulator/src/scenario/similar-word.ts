function lacking(a: string, b: string): number {
  const rest = [...b]
  return [...a].filter(letter => {
    const at = rest.indexOf(letter)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  }).length
}

/** A similar word has the same letters in any order, except for at most one. */
function similarWord(typed: string, words: readonly string[]): string | null {
  const mistakes = (word: string) => Math.max(lacking(typed, word), lacking(word, typed))
  const [best] = words.filter(word => mistakes(word) <= 1).sort((a, b) => mistakes(a) - mistakes(b))
  return best ?? null
}

/** Returns the end of an error message: a full stop, then "Did you mean …?" if there is a similar word. */
export function didYouMean(typed: string, words: readonly string[], prefix = ''): string {
  const word = similarWord(typed, words)
  return word === null ? '.' : `. Did you mean ${prefix}${word}?`
}
