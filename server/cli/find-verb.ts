import { mostSimilar } from '#server/similar-words.ts'
import { explanation, groupHelp, groupOf, overview } from './help.ts'
import type { Paint } from './paint.ts'
import { UsageError, type Verb } from './verb.ts'
import { verbs } from './verbs.ts'

export function findVerb(words: readonly string[]): Verb | undefined {
  const named = (count: number) => verbs.find(verb => verb.name === words.slice(0, count).join(' '))
  return named(2) ?? named(1)
}

/** Returns the help for a verb, a group of verbs, or all verbs. Throws UsageError for unknown words. */
export function helpFor(words: readonly string[], paint: Paint): readonly string[] {
  const [group] = words
  if (group === undefined) return overview(verbs, paint)
  const verb = findVerb(words)
  if (verb) return explanation(verb, groupOf(verb.name, verbs), paint)
  const members = groupOf(group, verbs)
  if (members.length === 0 || words.length > 1) throw unknownVerb(words)
  return groupHelp(group, members, paint)
}

/** Returns an error that suggests the most similar verb, or the verbs of the most similar group. */
export function unknownVerb(words: readonly string[]): UsageError {
  const [first = ''] = words
  const given = words.slice(0, 2).join(' ')
  const names = verbs.map(verb => verb.name)
  const groups = names.map(name => name.split(' ')[0] ?? '')
  // If more wrong letters were allowed, unrelated verbs would match.
  const similar = mostSimilar(given, names, name => name.length / 4)
  const group = mostSimilar(first, groups, () => 2) ?? ''
  const near = similar === null ? groupOf(group, verbs).map(verb => verb.name) : [similar]
  const hint = near.length > 0 ? `; did you mean: ${near.join(', ')}` : ''
  return new UsageError(`Unknown verb "${given}"${hint}`)
}
