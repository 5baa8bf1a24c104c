import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parseInput, problemText } from '../scenario/parse.ts'
import { jsonOf } from './json-file.ts'

/** `init` writes this file into a project. The commands that run an app read it in the working directory. */
export const CONFIG_FILE = 'liff-emulator.json'

const text = v.string()
const texts = v.union([text, v.array(text)])

const configSchema = v.strictObject({
  app: v.optional(text),
  'liff-id': v.optional(texts),
  endpoint: v.optional(texts),
  'mini-app': v.optional(v.boolean()),
  channel: v.optional(text),
  unverified: v.optional(v.boolean()),
  scenario: v.optional(text),
  webhook: v.optional(text),
})

/** The options that describe the app, under their names on the command line. `app` is the argument APP. */
export type Config = v.InferOutput<typeof configSchema>

export async function readConfig(folder: string): Promise<Config> {
  const file = join(folder, CONFIG_FILE)
  if (!existsSync(file)) return {}
  const parsed = parseInput(configSchema, await jsonOf(file))
  if (parsed.ok) return parsed.value
  throw new Error(`${CONFIG_FILE}: ${problemText(parsed.problem)}`)
}

/** These options belong together: the file's endpoints are not those of the LIFF ids on the command line. */
const OF_APPS = ['liff-id', 'endpoint', 'mini-app', 'channel', 'unverified'] as const

const isList = (name: string): boolean => name === 'liff-id' || name === 'endpoint'

type Given = { readonly [name in (typeof OF_APPS)[number]]?: unknown } & {
  readonly scenario?: string | undefined
}

/** Adds the file's options. Options of the command line take precedence. */
export function withConfig<Options extends Given>(options: Options, config: Config) {
  const { app, ...rest } = config
  // A scenario file describes the apps and the webhook itself.
  const describesApps = options.scenario?.includes('.json') === true
  const ignored: readonly string[] =
    describesApps || OF_APPS.some(name => options[name] !== undefined) ? OF_APPS : []
  const added = Object.entries({ ...rest, target: app }).filter(
    ([name]) => !ignored.includes(name) && !(describesApps && name === 'webhook'),
  )
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const lists = added.map(([name, value]) => [name, isList(name) ? [value].flat() : value] as const)
  return Object.fromEntries([...lists, ...given]) as Options
}
