import { aBoolean, aFunction, anOrigin, checkOptions, checkValue } from './check-options.ts'
import type { PanelLink } from './control/panel-link.ts'
import { arePhases, type Phase } from './control/phases.ts'
import { isClientAddress } from './node-clients.ts'
import { DEFAULT_APP } from './scenario/defaults.ts'
import type { ScenarioBase } from './scenario/named.ts'
import {
  endpointUrlSchema,
  liffIdSchema,
  officialAccountSchema,
  type ScenarioInput,
} from './scenario/schema.ts'
import type { SnapshotStorage } from './snapshot.ts'

export type EmulatorOptions = {
  /** LINE's LIFF apps. The first one is opened. Default: `2000000001-Campaign` at `/`. */
  readonly apps?: ScenarioInput['apps']
  /** The LINE users. The first one is signed in on the phone, unless the scenario's `user` says otherwise. */
  readonly users?: ScenarioInput['users']
  /** LIFF id of the default app. */
  readonly liffId?: string
  /** Endpoint of the default app: a URL, or a path on the emulator's origin. */
  readonly endpointUrl?: string
  /** Official account of the default app. */
  readonly officialAccount?: NonNullable<ScenarioInput['apps'][number]['officialAccount']>
  /** The Messaging API channel in every named scenario, for example `{webhook: 'http://localhost:3000/webhook'}`. */
  readonly messaging?: NonNullable<ScenarioInput['messaging']>
  /** Name of a scenario, or a complete scenario object. Default: `friend`. Ignored if `storage` contains a snapshot. */
  readonly scenario?: string | ScenarioInput
  /** Stores the emulated LINE, including its tokens and signing key, across restarts. */
  readonly storage?: SnapshotStorage
  /** The app's origin. Default: the origin of the latest request, or initially `http://localhost:4000`. */
  readonly origin?: string
  /** Additional host names of the emulator. By default, only this machine's own names are accepted. */
  readonly allowedHosts?: readonly string[]
  /**
   * Addresses (`192.168.1.20`) and networks (`172.17.0.0/16`) that may use the emulator. By default, only this machine
   * may, because the emulator signs in anyone as any user.
   */
  readonly allowedClients?: readonly string[]
  /**
   * If false, an app in a plain tab is never framed, so in browsers without the Navigation API, it can navigate to the
   * real LINE. For tests that control the top document. Default: true.
   */
  readonly guardedTab?: boolean
  /**
   * If true, the first browser sets the language of the named scenarios and of the default users' names, unless the
   * scenario has been edited. Default: false (Thai). The command line and the Vite plugin set this to true.
   */
  readonly followBrowser?: boolean
  /** Phases of the app's life, shown in the panel, REST control and command line. */
  readonly phases?: readonly Phase[]
  /** Id of the initial phase. Default: none. */
  readonly phase?: string | null
  /** Returns the project pages that the panel links to. Called whenever a panel opens. Default: none. */
  readonly links?: () => readonly PanelLink[]
  /** Returns the real time, in ms since 1970. */
  readonly clock?: () => number
  readonly random?: (bytes: number) => Uint8Array
}

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.every(item => typeof item === 'string')
const areClients = (value: unknown): boolean =>
  Array.isArray(value) && value.every(item => typeof item === 'string' && isClientAddress(item))
const isStorage = (value: unknown): boolean => {
  const { load, save } = Object(value) as Partial<SnapshotStorage>
  return typeof load === 'function' && typeof save === 'function'
}

const RULES = {
  apps: null,
  users: null,
  liffId: null,
  endpointUrl: null,
  officialAccount: null,
  scenario: null,
  messaging: null,
  storage: [isStorage, 'an object with the functions load and save'],
  origin: anOrigin,
  allowedHosts: [isTextList, 'an array of host names'],
  allowedClients: [areClients, 'an array of IP addresses or networks, such as 172.17.0.0/16'],
  guardedTab: aBoolean,
  followBrowser: aBoolean,
  phases: [arePhases, 'an array of {id, label: {en}, apply} with different ids'],
  phase: null,
  links: aFunction,
  clock: aFunction,
  random: aFunction,
} as const

/** These options describe the default app, which does not exist if `apps` is set. */
const DEFAULT_APP_OPTIONS = {
  liffId: liffIdSchema,
  endpointUrl: endpointUrlSchema,
  officialAccount: officialAccountSchema,
} as const

export function checkEmulatorOptions(options: EmulatorOptions): void {
  checkOptions(options, RULES)
  for (const name of Object.keys(DEFAULT_APP_OPTIONS) as (keyof typeof DEFAULT_APP_OPTIONS)[]) {
    if (options[name] !== undefined && options.apps !== undefined)
      throw new Error(`${name}: cannot be combined with apps, which describes every app`)
    checkValue(name, DEFAULT_APP_OPTIONS[name], options[name])
  }
}

export function scenarioBaseOf(options: EmulatorOptions): ScenarioBase {
  const { users, apps, messaging } = options
  const own = {
    ...DEFAULT_APP,
    liffId: options.liffId ?? DEFAULT_APP.liffId,
    officialAccount: options.officialAccount ?? DEFAULT_APP.officialAccount,
    endpointUrl: options.endpointUrl ?? DEFAULT_APP.endpointUrl,
  }
  const first = users?.[0]?.userId
  return {
    apps: apps ?? [own],
    ...(users === undefined ? {} : { users }),
    ...(messaging === undefined ? {} : { messaging }),
    ...(first === undefined ? {} : { user: first, friendships: { [first]: 'friend' as const } }),
  }
}
