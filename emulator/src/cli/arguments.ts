import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { didYouMean } from '../scenario/similar-word.ts'

export const USAGE = `Usage
  liff-emulator [start] [APP]            run LINE in front of an app: the URL of its server, or the folder of its
                                         files (default http://localhost:5173)
  liff-emulator open [APP]               like start, and open the app in a phone-sized Chromium window
  liff-emulator exec [APP] -- COMMAND    run COMMAND, such as "node server.js", with LINE's hosts emulated, and
                                         exit with its exit code
  liff-emulator init [FOLDER]            find the project's kind, its port and its LIFF id, and write them to
                                         liff-emulator.json, which start, open, exec and doctor then use;
                                         --undo removes the file
  liff-emulator doctor [APP]             check the installation and the app
  liff-emulator exam --webhook URL [-- COMMAND]
                                         send a bot twenty classic mistakes, and exit with 1 if it makes one. Without
                                         COMMAND, which starts the bot, examine a bot of a running emulator

Control a running emulator (--at URL, else LIFF_EMULATOR_URL, else http://localhost:4400)
  liff-emulator scenario list            list the named scenarios
  liff-emulator scenario show            print the current scenario as JSON
  liff-emulator scenario load NAME|FILE  load a scenario, such as not-friend+lie-fi or a .json file
  liff-emulator phase [ID]               list the project's phases, or put the app into one
  liff-emulator export [FILE]            write the whole state as JSON, including the private signing key
  liff-emulator import FILE              replace the whole state with an exported one
  liff-emulator reset                    return to the loaded scenario
  liff-emulator token [USER_ID]          print an ID token and an access token as JSON

Options
  --port NUMBER      port to listen on, 0 for any free one (default 4400)
  --liff-id ID       LIFF id of the app (default 2000000001-Campaign); repeat it for several apps
  --endpoint PATH    path or URL of the app's endpoint (default /); repeat it in the order of --liff-id
  --mini-app         make the app a verified MINI App
  --channel CHANNEL  the MINI App's internal channel to which the LIFF id belongs: developing, review or published
                     (default published)
  --unverified       LINE has not verified the MINI App
  --scenario NAME    scenario to start with (default friend): names, a .json file, or both, such as FILE.json+slow
  --storage FILE     keep tokens, signing key and friendships in FILE across restarts
  --webhook URL      URL of your bot's server, to which LINE sends webhooks
  --secret, --token  for exam: the bot's channel secret and channel access token, if they are not the emulator's
  --say TEXT         for exam: a text that the bot answers (default hello)
  --postback DATA    for exam: data of a postback that the bot knows (default exam=1)
  --json             for exam: print the report as JSON
  --undo             for init: remove liff-emulator.json
  --at URL           URL of a running emulator
  --version          print the version of this package`

const COMMANDS = [
  'start',
  'open',
  'exec',
  'init',
  'scenario',
  'phase',
  'export',
  'import',
  'reset',
  'token',
  'doctor',
  'exam',
  'help',
  'version',
] as const
type Command = (typeof COMMANDS)[number]

const many = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const
const NAMED = {
  port: many,
  'liff-id': many,
  endpoint: many,
  scenario: many,
  storage: many,
  at: many,
  webhook: many,
  channel: many,
  'mini-app': flag,
  unverified: flag,
  undo: flag,
  secret: many,
  token: many,
  say: many,
  postback: many,
  json: flag,
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

const EXAM_OPTIONS = ['secret', 'token', 'say', 'postback'] as const
const SINGLE = ['port', 'scenario', 'storage', 'at', 'webhook', 'channel', ...EXAM_OPTIONS] as const
const FLAGS = ['mini-app', 'unverified', 'undo', 'json'] as const
type Flag = (typeof FLAGS)[number]
type Values = { readonly [name in Exclude<keyof typeof NAMED, 'help' | 'version' | Flag>]?: string[] } & {
  readonly [name in Flag]?: boolean
}

type SingleValues = { readonly [name in (typeof SINGLE)[number]]: string | undefined }

function onlyValues(values: Values): SingleValues {
  const twice = SINGLE.find(name => (values[name]?.length ?? 0) > 1)
  if (twice !== undefined)
    throw new Error(`--${twice}: is given ${values[twice]?.length} times, expected once`)
  return Object.fromEntries(SINGLE.map(name => [name, values[name]?.[0]])) as SingleValues
}

const APP_COMMANDS: readonly Command[] = ['start', 'open', 'exec']
const CONTROL_COMMANDS: readonly Command[] = [
  ...(['scenario', 'phase', 'export', 'import', 'reset', 'token', 'doctor', 'exam'] as const),
]

function commandsOf(option: string): readonly Command[] {
  if (option === 'at') return CONTROL_COMMANDS
  if (option === 'undo') return ['init']
  if (option === 'webhook') return [...APP_COMMANDS, 'exam']
  return [...EXAM_OPTIONS, 'json'].includes(option) ? ['exam'] : APP_COMMANDS
}

function uselessOption(command: Command, options: object): string | null {
  if (command === 'help' || command === 'version') return null
  const wrong = Object.keys(options).find(name => !commandsOf(name).includes(command))
  if (wrong === undefined) return null
  return `--${wrong}: has no effect on "${command}". Use it with ${commandsOf(wrong).join(', ')}`
}

const SCENARIO_ACTIONS = ['list', 'show', 'load']

function uselessArgument(command: Command, rest: readonly string[]): string | null {
  const [action = ''] = rest
  if (command === 'scenario' && rest.length > 0 && !SCENARIO_ACTIONS.includes(action))
    return `scenario: "${action}" is not list, show or load${didYouMean(action, SCENARIO_ACTIONS)}`
  const most = command === 'scenario' && rest[0] === 'load' ? 2 : ['reset', 'exam'].includes(command) ? 0 : 1
  const more = rest[most]
  return command === 'help' || command === 'version' || more === undefined
    ? null
    : `"${more}" is one argument too many for "${command}"`
}

/** An app is a URL, a string that looks like a path, or an existing file or folder. */
function isApp(argument: string): boolean {
  if (/^https?:\/\//.test(argument)) return URL.canParse(argument)
  return /[\\/]|^\.{1,2}$/.test(argument) || existsSync(argument)
}

function commandOf(
  { help, version }: { readonly help?: boolean; readonly version?: boolean },
  first: string,
): Command {
  if (help === true) return 'help'
  if (version === true) return 'version'
  return (COMMANDS as readonly string[]).includes(first) ? (first as Command) : 'start'
}

/** Shortens Node's message about an unknown option and suggests the closest option. */
function optionProblem({ message }: Error): string {
  const [, dashes, given] = /^Unknown option '(--?)([^']+)'/.exec(message) ?? []
  return given === undefined
    ? message
    : `Unknown option ${dashes}${given}${didYouMean(given, Object.keys(NAMED), '--')}`
}

export function parseArguments(args: readonly string[]) {
  const split = args.indexOf('--')
  const own = split < 0 ? [...args] : args.slice(0, split)
  const childCommand = split < 0 ? [] : args.slice(split + 1)
  try {
    const parsed = parseArgs({ args: [...own], options: NAMED, allowPositionals: true })
    const { positionals } = parsed
    const values = { ...parsed.values, ...onlyValues(parsed.values) }
    const [first = 'start', ...others] = positionals
    const command = commandOf(parsed.values, first)
    const rest = first === command ? others : positionals
    const target = ['start', 'open', 'exec', 'init', 'doctor'].includes(command) ? rest[0] : undefined
    const problem =
      target !== undefined && command !== 'init' && !isApp(target)
        ? `"${target}" is not a command, a URL or a folder${didYouMean(target, COMMANDS)}`
        : (uselessOption(command, parsed.values) ?? uselessArgument(command, rest))
    return { command, rest, childCommand, options: { ...values, target }, problem }
  } catch (error) {
    return {
      command: 'help' as Command,
      rest: [],
      childCommand: [],
      options: { ...onlyValues({}), target: undefined },
      problem: optionProblem(error as Error),
    }
  }
}
