import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

export const USAGE = `liff-emulator [APP]                     LINE in front of an app: the address of its server, or the folder of
                                        its files (default http://localhost:5173)
liff-emulator start [APP]               the same
liff-emulator open [APP]                the same, and a Chromium of a phone's size on it
liff-emulator exec [APP] -- COMMAND     runs the command beside it, with LIFF_EMULATOR_URL set, and exits as it does

Of one that runs (--at, or LIFF_EMULATOR_URL, or http://localhost:4400):
liff-emulator scenario list|show        what there is; what is loaded, as JSON
liff-emulator scenario load NAME|FILE   such as not-friend+lie-fi, or a .json
liff-emulator export [FILE]             everything, with the signing key
liff-emulator import FILE
liff-emulator reset                     back to the loaded scenario
liff-emulator token [USER_ID]           an ID token and an access token, as JSON
liff-emulator doctor [APP]              what is here, and what is missing

--port 4400  --liff-id ID  --endpoint /path  --scenario NAME  --storage FILE  --at URL`

const VERBS = [
  'start',
  'open',
  'exec',
  'scenario',
  'export',
  'import',
  'reset',
  'token',
  'doctor',
  'help',
] as const
type Verb = (typeof VERBS)[number]

const text = { type: 'string' } as const

/** An address, or a folder: a path that is written as one, or a folder of that name. */
function isApp(word: string): boolean {
  if (/^https?:\/\//.test(word)) return URL.canParse(word)
  return /[\\/]|^\.{1,2}$/.test(word) || existsSync(word)
}

/** The command line: verb, words and options, or the problem with it. */
export function parseArguments(words: readonly string[]) {
  const split = words.indexOf('--')
  const own = split < 0 ? [...words] : words.slice(0, split)
  const command = split < 0 ? [] : words.slice(split + 1)
  const named = {
    port: text,
    'liff-id': text,
    endpoint: text,
    scenario: text,
    storage: text,
    at: text,
    help: { type: 'boolean', short: 'h' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args: [...own], options: named, allowPositionals: true })
    const [first = 'start', ...others] = positionals
    const isVerb = (VERBS as readonly string[]).includes(first)
    const verb = values.help === true ? 'help' : isVerb ? (first as Verb) : 'start'
    const rest = isVerb ? others : positionals
    const target = ['start', 'open', 'exec', 'doctor'].includes(verb) ? rest[0] : undefined
    const problem =
      target !== undefined && !isApp(target)
        ? `"${target}" is neither a verb nor an address nor a folder`
        : null
    return { verb, rest, command, options: { ...values, target }, problem }
  } catch (error) {
    const options: Partial<Record<Exclude<keyof typeof named, 'help'> | 'target', string>> = {}
    return { verb: 'help' as Verb, rest: [], command, options, problem: (error as Error).message }
  }
}
