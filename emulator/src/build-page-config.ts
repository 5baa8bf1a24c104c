import {
  EMULATOR_PREFIX,
  LINE_PREFIX,
  type PageConfig,
  phoneState,
  type Seed,
  STORE_PREFIX,
} from './page-config.ts'
import { channelIdOf } from './scenario/channel.ts'
import { allApps } from './scenario/internal-channels.ts'
import type { App, Scenario } from './scenario/schema.ts'
import { liffContext } from './tokens/context.ts'
import { issueTokens } from './tokens/issue.ts'
import { claimsOf } from './tokens/jwt.ts'
import { userAgentOf } from './user-agent.ts'
import type { Line } from './world/line.ts'
import { currentUser, endpointOf, grantedScopes } from './world/selectors.ts'
import type { StoredTokens } from './world/state.ts'

const BRIDGE_FEATURES = [
  'closeWindow',
  'openWindow',
  'scanCode',
  'getAdvertisingId',
  'addToHomeScreen',
  'iap',
] as const

function pushedEvents({ device }: Scenario): Record<string, unknown>[] {
  const { callState, recordingState } = device
  return [
    ...(callState === null ? [] : [{ type: 'activityCallStateChange', data: callState }]),
    ...(recordingState === null ? [] : [{ type: 'activityRecordingStateChange', data: recordingState }]),
  ]
}

/** Issues the tokens on the first call, with an age of `idTokenAge` seconds. */
async function storedTokens(line: Line, app: App): Promise<StoredTokens> {
  const { kept, scenario } = line.world()
  const before = kept[app.liffId]
  if (before !== undefined) return before
  const user = currentUser(scenario)
  const scopes = grantedScopes(scenario, user.userId, app)
  const { accessToken, idToken } = await issueTokens(line, {
    user,
    app,
    scopes,
    age: scenario.tokens.idTokenAge,
  })
  const tokens = { accessToken, idToken, featureToken: line.secret() }
  line.dispatch({ type: 'tokens-kept', liffId: app.liffId, tokens })
  return tokens
}

/** Returns null if the scenario has no earlier visit. */
export async function seedOf(line: Line, origin: string): Promise<Seed | null> {
  const { scenario } = line.world()
  if (scenario.tokens.idTokenAge === 0) return null
  const entries: Record<string, string> = {}
  const expires: Record<string, number> = {}
  const { userId } = currentUser(scenario)
  for (const app of scenario.apps) {
    const { accessToken, featureToken, idToken } = await storedTokens(line, app)
    const inside = scenario.environment.kind === 'liff'
    const session = { userId, accessToken }
    const context = liffContext({ app, environment: scenario.environment, origin, session })
    const values = {
      accessToken,
      clientId: channelIdOf(app.liffId),
      context,
      ...(inside ? { featureToken } : {}),
      ...(idToken === null ? {} : { IDToken: idToken, decodedIDToken: claimsOf(idToken) }),
    }
    for (const [name, value] of Object.entries(values))
      entries[`${STORE_PREFIX}${app.liffId}:${name}`] = JSON.stringify(value)
    expires[app.liffId] = line.world().accessTokens[accessToken]?.expiresAt ?? line.now()
  }
  return { entries, expires, everyLoad: scenario.tokens.stuck }
}

export function browserOf(
  scenario: Scenario,
): Pick<PageConfig, 'bridge' | 'subWindowUserAgent' | 'userAgent'> {
  const { environment } = scenario
  const inside = environment.kind === 'liff'
  const userAgent = userAgentOf(environment)
  return {
    userAgent,
    subWindowUserAgent: inside ? `${userAgent}/SubWindow` : null,
    bridge: inside ? { features: BRIDGE_FEATURES, pushed: pushedEvents(scenario) } : null,
  }
}

export async function buildPageConfig(line: Line, origin: string, guardedTab = true): Promise<PageConfig> {
  const seed = await seedOf(line, origin)
  const world = line.world()
  const { scenario } = world
  const { environment } = scenario
  return {
    version: 1,
    scenario: scenario.name,
    session: world.session,
    revision: world.revision,
    routes: LINE_PREFIX,
    emulator: EMULATOR_PREFIX,
    guardedTab,
    liffIds: allApps(scenario).map(({ liffId }) => liffId),
    apps: allApps(scenario).map(app => ({
      liffId: app.liffId,
      channelId: channelIdOf(app.liffId),
      name: app.name,
      endpointUrl: endpointOf(app, origin),
    })),
    environment,
    ...browserOf(scenario),
    phone: phoneState(scenario),
    seed,
  }
}
