import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { type EmulatorOptions, scenarioBaseOf } from '../emulator-options.ts'
import { channelIdOf } from '../scenario/channel.ts'
import { DEFAULT_APP } from '../scenario/defaults.ts'
import { DEFAULT_CHANNEL_ID } from '../scenario/messaging-schema.ts'
import type { ScenarioInput } from '../scenario/schema.ts'
import { AMBIGUOUS_ID, LOGIN_VARIABLES, loginPairs, MESSAGING_NAMES } from './channel-names.ts'

/** Files from which frameworks load variables in development. If several set a variable, the first one applies. */
const ENV_FILES = ['.env.development.local', '.env.local', '.env.development', '.env'] as const

const ENVIRONMENT = 'the environment'

/** `setIn` is "the environment" or the file's path. */
export type OwnVariable = { readonly value: string; readonly setIn: string }
export type OwnVariables = Readonly<Record<string, OwnVariable | undefined>>

export const isInFile = ({ setIn }: OwnVariable): boolean => setIn !== ENVIRONMENT

/** Returns the folders of `.env` files: the working directory, the app's, and the one above (a monorepo). */
export const foldersOf = (app: string): string[] => [...(/^https?:/.test(app) ? [''] : ['', app]), ABOVE]

const ABOVE = '..'

/** The app reads the variable from the file itself, but perhaps not from a file in the folder above. */
export const isReadByApp = (variable: OwnVariable): boolean =>
  isInFile(variable) && dirname(variable.setIn) !== ABOVE

/** Returns variables from the environment and from `.env` files in these folders. Empty values count as unset. */
export async function ownVariables(folders: readonly string[], env = process.env): Promise<OwnVariables> {
  const found: Record<string, OwnVariable> = {}
  const add = (values: NodeJS.Dict<string>, setIn: string) => {
    for (const [name, value] of Object.entries(values))
      if (value && !Object.hasOwn(found, name)) found[name] = { value, setIn }
  }
  add(env, ENVIRONMENT)
  for (const path of folders.flatMap(folder => ENV_FILES.map(name => join(folder, name)))) {
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text !== null) add(parseEnv(asNodeReads(text)), path)
  }
  return found
}

/** Removes a byte order mark and converts `NAME: value`, because the dotenv package accepts both. */
const asNodeReads = (text: string): string =>
  text.replace(/^\uFEFF/, '').replace(/^(\s*(?:export\s+)?[A-Z][A-Z0-9_]*):[ \t]+/gm, '$1=')

const isChannelId = (text: string): boolean => /^\d{10}$/.test(text)
const isToken = (text: string): boolean => /^[A-Za-z0-9._~+/-]+=*$/.test(text)

/** Returns a warning for each value that the emulated LINE cannot accept. */
export function unusableVariables(own: OwnVariables): string[] {
  const check = (names: readonly string[], isUsable: (text: string) => boolean, expected: string) =>
    names.flatMap(name => {
      const variable = own[name]
      return variable === undefined || isUsable(variable.value)
        ? []
        : [`${name} in ${variable.setIn}: is not ${expected}, so the emulated LINE refuses it`]
    })
  const ids = [...LOGIN_VARIABLES.map(({ id }) => id), ...MESSAGING_NAMES.id]
  return [
    ...check(ids, isChannelId, 'a channel ID of 10 digits'),
    ...check(MESSAGING_NAMES.token, isToken, 'a channel access token of letters, digits and ._~+/-'),
  ]
}

type Apps = ScenarioInput['apps']
type Messaging = NonNullable<ScenarioInput['messaging']>
type Channels = { readonly apps: Apps; readonly messaging: Messaging }
type Described = { readonly apps: Apps; readonly messaging?: Messaging | undefined }

const hasChannel = (apps: Apps, id: string): boolean => apps.some(({ liffId }) => channelIdOf(liffId) === id)

function channelIn(own: OwnVariables, name: string): string | undefined {
  const value = own[name]?.value
  return value !== undefined && isChannelId(value) ? value : undefined
}

/** Returns the developer's Messaging API credentials, without the channel IDs of LIFF apps. */
function ownMessaging(apps: Apps, own: OwnVariables): Messaging {
  const first = (names: readonly string[], isUsable: (text: string) => boolean) =>
    names.flatMap(name => own[name]?.value ?? []).find(isUsable)
  const found = {
    channelId: first(MESSAGING_NAMES.id, id => isChannelId(id) && !hasChannel(apps, id)),
    channelSecret: first(MESSAGING_NAMES.secret, () => true),
    accessToken: first(MESSAGING_NAMES.token, isToken),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

const pairsOf = (own: OwnVariables) =>
  loginPairs(Object.keys(own).filter(name => channelIn(own, name) !== undefined))

/** Adds an app for each of the developer's LINE Login channels that no LIFF app uses. */
function withLoginApps(apps: Apps, own: OwnVariables, { channelId }: Messaging): Apps {
  const names = pairsOf(own).flatMap(({ id }) => (channelIn(own, id) === undefined ? [] : [id]))
  const isOnlyBot = names.length > 0 && channelIn(own, AMBIGUOUS_ID) === channelId
  const { endpointUrl, officialAccount } = { ...DEFAULT_APP, ...apps[0] }
  const all = [...apps]
  for (const name of isOnlyBot ? names : [...names, AMBIGUOUS_ID]) {
    const channel = channelIn(own, name)
    // A shell that loaded the variables of an earlier run contains the emulator's own Messaging API channel.
    if (channel === undefined || channel === DEFAULT_CHANNEL_ID || hasChannel(all, channel)) continue
    const title = `${name} in ${own[name]?.setIn}`
    all.push({ liffId: `${channel}-WebLogin`, name: title, endpointUrl, officialAccount })
  }
  return all
}

/** Groups the secrets by LINE Login channel. A secret without a channel ID belongs to the first LIFF app's channel. */
function ownSecrets([first]: Apps, own: OwnVariables): Map<string, readonly string[]> {
  const secrets = new Map<string, readonly string[]>()
  for (const { id, secret } of pairsOf(own)) {
    const value = own[secret]?.value
    const channel = channelIn(own, id) ?? channelIdOf(first?.liffId ?? '')
    if (value !== undefined) secrets.set(channel, [...new Set([...(secrets.get(channel) ?? []), value])])
  }
  return secrets
}

/**
 * Makes the emulated LINE accept the developer's credentials. LINE's examples use `LINE_CHANNEL_ID` for both kinds of
 * channel: unless a LIFF app has that ID, the Messaging API accepts it, and so does LINE Login if no other variable
 * specifies its channel.
 */
function withOwnChannels({ apps, messaging = {} }: Described, own: OwnVariables): Channels {
  const credentials = ownMessaging(apps, own)
  const secrets = ownSecrets(apps, own)
  return {
    apps: withLoginApps(apps, own, credentials).map(app => {
      const [secret, ...others] = secrets.get(channelIdOf(app.liffId)) ?? []
      return secret === undefined ? app : { ...app, channelSecret: others.length === 0 ? secret : null }
    }),
    messaging: { ...messaging, ...credentials },
  }
}

export function withOwnCredentials(options: EmulatorOptions, own: OwnVariables): EmulatorOptions {
  // These options describe the default app, which has been moved to `apps`.
  const { liffId, endpointUrl, officialAccount, scenario, ...others } = options
  const { apps = [DEFAULT_APP], messaging } = scenarioBaseOf(options)
  return {
    ...others,
    ...withOwnChannels({ apps, messaging }, own),
    ...(scenario === undefined
      ? {}
      : {
          scenario:
            typeof scenario === 'string' ? scenario : { ...scenario, ...withOwnChannels(scenario, own) },
        }),
  }
}
