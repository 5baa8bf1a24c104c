import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

export const USAGE = `Usage
  liff-emulator [start] [APP]            run LINE in front of an app: the URL of its server, or the folder of its
                                         files (default http://localhost:5173)
  liff-emulator open [APP]               the same, and open the app in a phone-sized Chromium window
  liff-emulator exec [APP] -- COMMAND    run COMMAND with LIFF_EMULATOR_URL set, and exit with its exit code
  liff-emulator doctor [APP]             check the installation and the app

Control a running emulator (--at URL, else LIFF_EMULATOR_URL, else http://localhost:4400)
  liff-emulator scenario list            list the named scenarios
  liff-emulator scenario show            print the current scenario as JSON
  liff-emulator scenario load NAME|FILE  load a scenario, such as not-friend+lie-fi or a .json file
  liff-emulator export [FILE]            write the whole state as JSON, including the private signing key
  liff-emulator import FILE              replace the whole state by an exported one
  liff-emulator reset                    return to the loaded scenario
  liff-emulator token [USER_ID]          print an ID token and an access token as JSON

Options
  --port NUMBER      port to listen on, 0 for any free one (default 4400)
  --liff-id ID       LIFF id of the app (default 2000000001-Campaign); repeat it for several apps
  --endpoint PATH    path or URL of the app's endpoint (default /); repeat it in the order of --liff-id
  --scenario NAME    scenario to start with (default friend): names, or a .json file
  --storage FILE     keep tokens, signing key and friendships in FILE across restarts
  --at URL           URL of a running emulator`

const COMMANDS = [
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
type Command = (typeof COMMANDS)[number]

const text = { type: 'string' } as const

/** True if the argument names an app: a URL, a text that looks like a path, or an existing file or folder. */
function isApp(argument: string): boolean {
  if (/^https?:\/\//.test(argument)) return URL.canParse(argument)
  return /[\\/]|^\.{1,2}$/.test(argument) || existsSync(argument)
}

/** Parses the command line. `problem` in the result is an error message for the user, or null. */
export function parseArguments(args: readonly string[]) {
  const split = args.indexOf('--')
  const own = split < 0 ? [...args] : args.slice(0, split)
  const childCommand = split < 0 ? [] : args.slice(split + 1)
  const named = {
    port: text,
    'liff-id': { ...text, multiple: true },
    endpoint: { ...text, multiple: true },
    scenario: text,
    storage: text,
    at: text,
    help: { type: 'boolean', short: 'h' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args: [...own], options: named, allowPositionals: true })
    const [first = 'start', ...others] = positionals
    const isCommand = (COMMANDS as readonly string[]).includes(first)
    const command = values.help === true ? 'help' : isCommand ? (first as Command) : 'start'
    const rest = isCommand ? others : positionals
    const target = ['start', 'open', 'exec', 'doctor'].includes(command) ? rest[0] : undefined
    const problem =
      target !== undefined && !isApp(target) ? `"${target}" is not a command, a URL or a folder` : null
    return { command, rest, childCommand, options: { ...values, target }, problem }
  } catch (error) {
    return {
      command: 'help' as Command,
      rest: [],
      childCommand: [],
      options: { target: undefined },
      problem: (error as Error).message,
    }
  }
}
