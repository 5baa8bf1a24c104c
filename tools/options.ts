import { type ParseArgsConfig, parseArgs } from 'node:util'
import { refuse } from './command.mjs'
import { announceSource } from './figures/source.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Config<T extends Options> = { options: T; allowPositionals: boolean }
type Read<T extends Options> = {
  readonly values: ReturnType<typeof parseArgs<Config<T>>>['values']
  readonly words: readonly string[]
  /** Returns an option as a whole number. Exits with 2 if the option is not a whole number or is less than `least`. */
  readonly whole: (name: keyof T & string, least?: number) => number
}

/**
 * Parses the command line. `takes` is the usage line's name for the positional arguments, if the command accepts any.
 * `--help` prints the usage line and exits with 0; an invalid option exits with 2.
 */
export function readOptions<const T extends Options>(command: string, options: T, takes = ''): Read<T> {
  const usage = `${command} -- ${[takes, ...Object.entries(options).map(shown)].filter(Boolean).join(' ')}`
  if (process.argv.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: takes !== '' })
    announceSource(command, process.argv.slice(2))
    const given: Readonly<Record<string, unknown>> = values
    return { values, words: positionals, whole: (name, least = 1) => wholeNumber(name, given[name], least) }
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message.split('. ')[0] : error}\n${usage}`)
  }
}

function wholeNumber(name: string, value: unknown, least: number): number {
  const number = value === '' ? Number.NaN : Number(value)
  if (Number.isSafeInteger(number) && number >= least) return number
  return refuse(`--${name}: must be a whole number of at least ${least}, not "${value}"`)
}

function shown([name, { type, default: given }]: [string, Options[string]]): string {
  return type === 'boolean' ? `[--${name}]` : `[--${name} ${given ?? '…'}]`
}
