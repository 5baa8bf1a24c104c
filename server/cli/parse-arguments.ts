import { parseArgs } from 'node:util'
import { mostSimilar } from '#server/similar-words.ts'
import { usageOf } from './help.ts'
import { syntaxOf } from './syntax.ts'
import { type BaseContext, CliError, UsageError, type Verb } from './verb.ts'

type Arguments = Pick<BaseContext, 'args' | 'options'>

/** Parses the words after a verb's name. Throws UsageError with the usage and a suggestion for a mistyped option. */
export function parseArguments(verb: Verb, words: readonly string[]): Arguments {
  const usage = usageOf(verb)
  const rest = words.slice(verb.name.split(' ').length)
  const { options, min, max } = syntaxOf(`${usage.slice(verb.name.length)} ${verb.alsoAccepts ?? ''}`)
  try {
    const { positionals, values } = parseArgs({ args: rest, options, allowPositionals: true })
    if (positionals.length < min || positionals.length > max) throw new UsageError(`Usage: ${usage}`)
    return { args: positionals, options: values }
  } catch (error) {
    if (error instanceof CliError) throw error
    const { message } = error as Error
    const hint = similarOption(message, [...Object.keys(options), 'json', 'help'])
    throw new UsageError(`${message.split('.')[0]}${hint}.\nUsage: ${usage}`)
  }
}

/** Node.js mentions the unknown option only in the error message. */
function similarOption(message: string, names: readonly string[]): string {
  const [, given] = /^Unknown option '--?([^']+)'/.exec(message) ?? []
  if (given === undefined) return ''
  const similar = mostSimilar(given, names, name => Math.max(1, name.length / 3))
  return similar === null ? '' : `; did you mean: --${similar}`
}
