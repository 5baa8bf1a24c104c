import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Config<T extends Options> = { options: T; allowPositionals: boolean }
type Read<T extends Options> = {
  readonly values: ReturnType<typeof parseArgs<Config<T>>>['values']
  readonly words: readonly string[]
}

/**
 * Parses the command line with node:util's parseArgs. Returns the options and, if the command takes positional
 * arguments (`takes` is their name in the usage line), those too. `--help` prints the usage line and ends the process
 * with 0; an unknown option or a missing value prints an error and ends it with 2.
 */
export function readOptions<const T extends Options>(command: string, options: T, takes = ''): Read<T> {
  const usage = `${command} -- ${[takes, ...Object.entries(options).map(shown)].filter(Boolean).join(' ')}`
  if (process.argv.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: takes !== '' })
    return { values, words: positionals }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message.split('. ')[0] : error}\n${usage}`)
    return process.exit(2)
  }
}

function shown([name, { type, default: given }]: [string, Options[string]]): string {
  return type === 'boolean' ? `[--${name}]` : `[--${name} ${given ?? '…'}]`
}
