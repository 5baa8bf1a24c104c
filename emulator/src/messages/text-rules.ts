import { type Fields, fieldsOf } from '../fields.ts'
import { INVALID } from './fields.ts'

type Issue = { readonly message: string; readonly keys: readonly unknown[] }

const KEY = /^[0-9a-zA-Z_]{1,20}$/
/** LINE's limits per text. Emojis and mentions are also counted as substitutions. */
const MOST = { substitutions: 100, emoji: 20, mention: 20 }

/** Each emoji's index must point to its placeholder, a `$`. LINE counts UTF-16 code units. */
function emojiIssues({ text, emojis }: Fields): readonly Issue[] {
  if (!Array.isArray(emojis)) return []
  return emojis.flatMap((emoji, at) =>
    String(text)[Number(fieldsOf(emoji).index)] === '$'
      ? []
      : [{ message: INVALID, keys: ['emojis', at, 'index'] }],
  )
}

/** Returns the keys of placeholders such as `{user}`, or null if a brace is unmatched. */
function placeholdersIn(text: string): readonly string[] | null {
  // `{{` and `}}` are escaped braces.
  const rest = text.replaceAll(/\{\{|\}\}/g, '')
  if (/[{}]/.test(rest.replaceAll(/\{[^{}]*\}/g, ''))) return null
  return [...rest.matchAll(/\{([^{}]*)\}/g)].map(([, key = '']) => key)
}

function substitutionIssues({ text, substitution }: Fields): readonly Issue[] {
  const substitutions = fieldsOf(substitution ?? {})
  const keys = Object.keys(substitutions)
  const wrong = keys.find(key => !KEY.test(key))
  if (wrong !== undefined) return [{ message: INVALID, keys: ['substitution', wrong] }]
  if (keys.length > MOST.substitutions)
    return [{ message: `size must be between 0 and ${MOST.substitutions}`, keys: ['substitution'] }]
  const placeholders = placeholdersIn(String(text))
  if (placeholders === null || !placeholders.every(key => Object.hasOwn(substitutions, key)))
    return [{ message: INVALID, keys: ['text'] }]
  const types = placeholders.map(key => fieldsOf(substitutions[key]).type)
  const isTooOften = (type: 'emoji' | 'mention') => types.filter(each => each === type).length > MOST[type]
  return isTooOften('emoji') || isTooOften('mention') ? [{ message: INVALID, keys: ['substitution'] }] : []
}

export function textIssues(message: Fields): readonly Issue[] {
  if (message.type === 'text') return emojiIssues(message)
  return message.type === 'textV2' ? substitutionIssues(message) : []
}
