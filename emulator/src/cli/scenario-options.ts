import { checkValue } from '../check-options.ts'
import type { EmulatorOptions } from '../emulator-options.ts'
import type { InternalChannel } from '../scenario/channel.ts'
import { DEFAULT_APP } from '../scenario/defaults.ts'
import { internalChannelSchema } from '../scenario/mini-app-schema.ts'
import { resolveScenario } from '../scenario/named.ts'
import { parseScenario, problemText } from '../scenario/parse.ts'
import { endpointUrlSchema, liffIdSchema, type Scenario, type ScenarioInput } from '../scenario/schema.ts'
import { jsonOf } from './json-file.ts'

type Options = {
  readonly 'liff-id'?: readonly string[] | undefined
  readonly endpoint?: readonly string[] | undefined
  readonly scenario?: string | undefined
  readonly webhook?: string | undefined
  readonly 'mini-app'?: boolean | undefined
  readonly channel?: string | undefined
  readonly unverified?: boolean | undefined
}

type AppInput = NonNullable<ScenarioInput['apps']>[number]

function miniAppOf({ 'mini-app': isMini, channel, unverified }: Options): Pick<AppInput, 'miniApp'> {
  if (isMini !== true) {
    const given = channel === undefined ? (unverified ? 'unverified' : null) : 'channel'
    if (given !== null) throw new Error(`--${given}: only has an effect with --mini-app`)
    return {}
  }
  checkValue('--channel', internalChannelSchema, channel)
  return { miniApp: { verified: unverified !== true, channel: channel as InternalChannel | undefined } }
}

/** Apps without their own `--endpoint` use the first app's. */
function appsFor(options: Options): AppInput[] {
  const { 'liff-id': given, endpoint = [] } = options
  const ids = given ?? [DEFAULT_APP.liffId]
  for (const id of ids) checkValue('--liff-id', liffIdSchema, id)
  for (const url of endpoint) checkValue('--endpoint', endpointUrlSchema, url)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw new Error(`--liff-id: ${twice} is given twice`)
  if (endpoint.length > ids.length)
    throw new Error(
      `--endpoint: is given ${endpoint.length} times, but there ${ids.length === 1 ? 'is only 1 app' : `are only ${ids.length} apps`}: give --liff-id once for each app`,
    )
  const miniApp = miniAppOf(options)
  return ids.map((liffId, at) => ({
    ...DEFAULT_APP,
    ...miniApp,
    liffId,
    endpointUrl: endpoint[at] ?? endpoint[0] ?? DEFAULT_APP.endpointUrl,
  }))
}

export const isHttpUrl = (text: string): boolean => /^https?:/.test(text) && URL.canParse(text)

export const notWebhookUrl = (text: string): string =>
  `--webhook: must be a URL such as http://localhost:3000/webhook, not "${text}"`

function checkedUrl(url: string): string {
  if (isHttpUrl(url)) return url
  throw new Error(notWebhookUrl(url))
}

async function scenarioIn(file: string): Promise<Scenario> {
  const parsed = parseScenario(await jsonOf(file))
  if (parsed.ok) return parsed.value
  throw new Error(`--scenario: ${problemText(parsed.problem)}`)
}

type Result = Pick<EmulatorOptions, 'apps' | 'users' | 'messaging' | 'scenario'>

/** Named scenarios loaded later use the file's apps, users and channel. */
async function optionsFor(file: string, names: string | undefined): Promise<Result> {
  const described = await scenarioIn(file)
  const { apps, messaging, users, user } = described
  const changed = names === undefined ? null : resolveScenario(names, described)
  return {
    apps,
    messaging,
    // The emulator signs in the first user, so the file's current user comes first.
    users: users.toSorted((a, b) => Number(b.userId === user) - Number(a.userId === user)),
    scenario: changed === null ? described : { ...changed, name: `${described.name}+${changed.name}` },
  }
}

/** Returns the apps and the initial scenario. `--scenario` is names, a JSON file, or a file followed by names. */
export async function scenarioOptions(options: Options): Promise<Result> {
  const { scenario, webhook } = options
  const [, file, names] = /^(.+\.json)(?:\+(.*))?$/.exec(scenario ?? '') ?? []
  if (file === undefined)
    return {
      apps: appsFor(options),
      messaging: webhook === undefined ? {} : { webhook: checkedUrl(webhook) },
      ...(scenario === undefined ? {} : { scenario }),
    }
  for (const name of ['liff-id', 'endpoint', 'webhook', 'mini-app', 'channel', 'unverified'] as const)
    if (options[name] !== undefined)
      throw new Error(`--${name}: cannot be combined with --scenario ${scenario}, which describes the apps`)
  return optionsFor(file, names)
}
