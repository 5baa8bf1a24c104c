import type { ParseArgsConfig } from 'node:util'

type Syntax = {
  readonly options: NonNullable<ParseArgsConfig['options']>
  /** The number of words besides the options. */
  readonly min: number
  readonly max: number
}

/** `[--name VALUE]`, where a following `...` allows repetition. An option without a value is a flag. */
const OPTION = /\[?--([\w-]+)(?: (?![-|[])([^\s\]]+))?\]*(\.\.\.)?/g
/** Limit for `WORD...`. */
const WORDS_MAX = 1000

/** Derives the accepted arguments from a verb's usage, such as `ID... --reason REASON [--note TEXT]`. */
export function syntaxOf(usage: string): Syntax {
  const options: Syntax['options'] = {}
  const rest = usage.replace(OPTION, (_, name: string, value?: string, repeated?: string) => {
    options[name] = { type: value === undefined ? 'boolean' : 'string', multiple: repeated !== undefined }
    return ''
  })
  const words = wordsIn(rest)
  const required = wordsIn(rest.replace(/\[.*\]/, ''))
  const isList = words.some(word => word.endsWith('...'))
  return { options, min: required.length, max: isList ? WORDS_MAX : words.length }
}

const wordsIn = (text: string): string[] => text.split(/[\s[\]]+/).filter(word => word !== '' && word !== '|')
