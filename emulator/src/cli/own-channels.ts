import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { channelIdOf } from '../scenario/channel.ts'
import { DEFAULT_APP } from '../scenario/defaults.ts'
import { DEFAULT_CHANNEL_ID } from '../scenario/messaging-schema.ts'
import type { ScenarioInput } from '../scenario/schema.ts'

/** Files from which frameworks read variables in development. The first one that sets a variable wins. */
const ENV_FILES = ['.env.development.local', '.env.local', '.env.development', '.env'] as const

const ENVIRONMENT = 'the environment'

/** A variable that the developer has set, and where: in the environment or in a file. */
type OwnVariable = { readonly value: string; readonly setIn: string }
export type OwnVariables = Readonly<Record<string, OwnVariable | undefined>>

/** True if the app reads the variable from a file, so that the emulator need not pass it on. */
export const isInFile = ({ setIn }: OwnVariable): boolean => setIn !== ENVIRONMENT

/** Returns the variables of the environment and of the `.env` files in these folders. An empty variable counts as not set. */
export async function ownVariables(folders: readonly string[], env = process.env): Promise<OwnVariables> {
  const found: Record<string, OwnVariable> = {}
  const add = (values: NodeJS.Dict<string>, setIn: string) => {
    for (const [name, value] of Object.entries(values))
      if (value && !Object.hasOwn(found, name)) found[name] = { value, setIn }
  }
  add(env, ENVIRONMENT)
  for (const path of folders.flatMap(folder => ENV_FILES.map(name => join(folder, name)))) {
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text !== null) add(parseEnv(text), path)
  }
  return found
}

const LOGIN_ID = 'LINE_LOGIN_CHANNEL_ID'
const ID = 'LINE_CHANNEL_ID'
const TOKENS = ['CHANNEL_ACCESS_TOKEN', 'LINE_CHANNEL_ACCESS_TOKEN'] as const

const isChannelId = (text: string): boolean => /^\d{10}$/.test(text)
const isToken = (text: string): boolean => /^[A-Za-z0-9._~+/-]+=*$/.test(text)

/** Returns a warning for each value of the developer's that the emulated LINE cannot accept. */
export function unusableVariables(own: OwnVariables): string[] {
  const check = (names: readonly string[], isUsable: (text: string) => boolean, expected: string) =>
    names.flatMap(name => {
      const variable = own[name]
      return variable === undefined || isUsable(variable.value)
        ? []
        : [`${name} in ${variable.setIn}: is not ${expected}, so the emulated LINE refuses it`]
    })
  return [
    ...check([LOGIN_ID, ID], isChannelId, 'a channel ID of 10 digits'),
    ...check(TOKENS, isToken, 'a channel access token of letters, digits and ._~+/-'),
  ]
}

type Channels = {
  readonly apps: ScenarioInput['apps']
  readonly messaging: NonNullable<ScenarioInput['messaging']>
}

/** Returns the app for a LINE Login channel that is not the channel of a LIFF app. */
function loginApp(name: string, { value, setIn }: OwnVariable, [first]: Channels['apps']) {
  const { endpointUrl, officialAccount } = { ...DEFAULT_APP, ...first }
  return { liffId: `${value}-WebLogin`, name: `${name} in ${setIn}`, endpointUrl, officialAccount }
}

/**
 * Adds the developer's credentials to the channels of a scenario, so that the emulated LINE accepts them. LINE's examples use
 * `LINE_CHANNEL_ID` for both kinds of channel: unless it is the channel of a LIFF app, the Messaging API accepts it, and so
 * does LINE Login if `LINE_LOGIN_CHANNEL_ID` is not set.
 */
export function withOwnChannels({ apps, messaging }: Channels, own: OwnVariables): Channels {
  const usable = (name: string, isUsable: (text: string) => boolean) => {
    const variable = own[name]
    return variable !== undefined && isUsable(variable.value) ? variable : undefined
  }
  const isLogin = (id: string) => apps.some(({ liffId }) => channelIdOf(liffId) === id)
  const id = usable(ID, isChannelId)
  const channelId = id === undefined || isLogin(id.value) ? undefined : id.value
  const channelSecret = (own.CHANNEL_SECRET ?? own.LINE_CHANNEL_SECRET)?.value
  const accessToken = TOKENS.map(name => usable(name, isToken)).find(token => token !== undefined)?.value

  const loginName = own[LOGIN_ID] === undefined ? ID : LOGIN_ID
  const login = usable(loginName, isChannelId)
  // A shell that loaded the variables of an earlier start has the emulator's own Messaging API channel.
  const isNew = login !== undefined && !isLogin(login.value) && login.value !== DEFAULT_CHANNEL_ID
  const all = isNew ? [...apps, loginApp(loginName, login, apps)] : apps
  const secret = own.LINE_LOGIN_CHANNEL_SECRET?.value
  const channel = usable(LOGIN_ID, isChannelId)?.value ?? channelIdOf(apps[0]?.liffId ?? '')
  const ofChannel = ({ liffId }: Channels['apps'][number]) => channelIdOf(liffId) === channel
  return {
    apps:
      secret === undefined ? all : all.map(app => (ofChannel(app) ? { ...app, channelSecret: secret } : app)),
    messaging: {
      ...messaging,
      ...(channelId === undefined ? {} : { channelId }),
      ...(channelSecret === undefined ? {} : { channelSecret }),
      ...(accessToken === undefined ? {} : { accessToken }),
    },
  }
}
