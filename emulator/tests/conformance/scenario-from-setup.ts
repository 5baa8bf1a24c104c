import type { ScenarioInput } from '#emulator/scenario/schema.ts'
import type { CaseSetup, ServerAnswer } from './cases.ts'

/** Ids that the cases use: the app, its channel and a second app. */
export const LIFF_ID = '1234567890-AbCdEfGh'
export const CHANNEL_ID = '1234567890'
const SUB_LIFF_ID = '1234567890-SubSubSub'
export const APP_ORIGIN = 'https://app.example.test'
export const ENDPOINT = `${APP_ORIGIN}/c/`

const USER_ID = `U${'0123456789abcdef'.repeat(2)}`
const DEFAULT_LINE = '14.11.0'

type Fault = NonNullable<ScenarioInput['faults']>[number]
type AppInput = ScenarioInput['apps'][number]

function environmentOf(setup: CaseSetup): NonNullable<ScenarioInput['environment']> {
  const inLine = setup.where !== 'external'
  return {
    kind: setup.where === 'client' ? 'liff' : setup.where,
    os: setup.os ?? (inLine ? 'android' : 'web'),
    lineVersion: setup.line ?? DEFAULT_LINE,
    language: setup.locale ?? 'en-US',
    colorScheme: 'light',
  }
}

export function scenarioFromSetup(id: string, setup: CaseSetup): ScenarioInput {
  const scopes = setup.scope as AppInput['scopes']
  const app: AppInput = {
    liffId: LIFF_ID,
    name: 'conformance',
    endpointUrl: setup.endpointUrl ?? ENDPOINT,
    officialAccount: { id: '@conformance', name: 'conformance' },
    ...(scopes ? { scopes } : {}),
    availability: (setup.availability ?? {}) as NonNullable<AppInput['availability']>,
    context: { ...setup.context },
    ...(setup.miniApp === undefined ? {} : { miniApp: setup.miniApp }),
  }
  const idTokenVariant = (setup.idTokenVariant ?? null) as NonNullable<
    ScenarioInput['tokens']
  >['idTokenVariant']
  return {
    name: id,
    users: [{ userId: USER_ID, displayName: 'Conformance', email: 'conformance@example.com' }],
    user: USER_ID,
    apps: [app, { liffId: SUB_LIFF_ID, name: 'second app', endpointUrl: `${APP_ORIGIN}/sub/` }],
    friendships: setup.friend === false ? {} : { [USER_ID]: 'friend' },
    environment: environmentOf(setup),
    tokens: {
      expired: setup.expiredAccess ?? false,
      scope: setup.tokenScope ?? null,
      channelId: setup.tokenChannel ?? null,
      ...(idTokenVariant === undefined ? {} : { idTokenVariant }),
    },
    consent: {
      ...(setup.consent === undefined ? {} : { initially: setup.consent }),
      unauthorized: setup.unauthorized ? [...setup.unauthorized] : null,
    },
  }
}

export function faultsFromSetup({ server = [] }: CaseSetup): Fault[] {
  return server.map(answer => ({ ...matcherOf(answer), ...answerOf(answer) }))
}

function matcherOf({ match, method }: ServerAnswer): Fault {
  const only = method === undefined ? {} : { method: method as NonNullable<Fault['method']> }
  if (match.startsWith('re:')) return { ...only, pattern: match.slice('re:'.length) }
  const slash = match.indexOf('/')
  return { ...only, host: match.slice(0, slash), path: match.slice(slash) }
}

function answerOf({ abort, status, body, raw }: ServerAnswer): Fault {
  if (abort) return { drop: 'before' }
  return {
    ...(status === undefined ? {} : { status }),
    ...(body === undefined ? {} : { body }),
    ...(raw === undefined ? {} : { raw }),
  }
}
