import { checkValue } from '../check-options.ts'
import type { EmulatorOptions } from '../emulator-options.ts'
import { DEFAULT_APP } from '../scenario/defaults.ts'
import type { InternalChannel } from '../scenario/internal-channels.ts'
import { internalChannelSchema } from '../scenario/mini-app-schema.ts'
import { parseScenario, problemText } from '../scenario/parse.ts'
import { endpointUrlSchema, liffIdSchema, type Scenario, type ScenarioInput } from '../scenario/schema.ts'
import { jsonOf } from './json-file.ts'
import { type OwnVariables, withOwnChannels } from './own-channels.ts'

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

/** Returns what makes every app a MINI App, or no field without `--mini-app`. */
function miniAppOf({ 'mini-app': isMini, channel, unverified }: Options): Pick<AppInput, 'miniApp'> {
  if (isMini !== true) {
    const given = channel === undefined ? (unverified ? 'unverified' : null) : 'channel'
    if (given !== null) throw new Error(`--${given}: only has an effect with --mini-app`)
    return {}
  }
  checkValue('--channel', internalChannelSchema, channel)
  return { miniApp: { verified: unverified !== true, channel: channel as InternalChannel | undefined } }
}

/** Returns one app for each `--liff-id`. An app without an `--endpoint` of its own has that of the first app. */
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

function checkedUrl(url: string): string {
  if (/^https?:/.test(url) && URL.canParse(url)) return url
  throw new Error(`--webhook: must be a URL such as http://localhost:3000/webhook, not "${url}"`)
}

async function scenarioIn(file: string): Promise<Scenario> {
  const parsed = parseScenario(await jsonOf(file))
  if (parsed.ok) return parsed.value
  throw new Error(`--scenario: ${problemText(parsed.problem)}`)
}

/**
 * Returns the emulator's apps and first scenario for the command line: `--liff-id`, `--endpoint`,
 * `--webhook`, `--mini-app`, and `--scenario` with names or a JSON file, with the developer's own credentials. Rejects if an
 * option is invalid.
 */
export async function scenarioOptions(
  options: Options,
  own: OwnVariables,
): Promise<Pick<EmulatorOptions, 'apps' | 'messaging' | 'scenario'>> {
  const { scenario, webhook } = options
  if (scenario?.endsWith('.json') !== true)
    return {
      ...withOwnChannels(
        {
          apps: appsFor(options),
          messaging: webhook === undefined ? {} : { webhook: checkedUrl(webhook) },
        },
        own,
      ),
      ...(scenario === undefined ? {} : { scenario }),
    }
  for (const name of ['liff-id', 'endpoint', 'webhook', 'mini-app', 'channel', 'unverified'] as const)
    if (options[name] !== undefined)
      throw new Error(`--${name}: cannot be combined with --scenario ${scenario}, which describes the apps`)
  const described = await scenarioIn(scenario)
  return { scenario: { ...described, ...withOwnChannels(described, own) } }
}
