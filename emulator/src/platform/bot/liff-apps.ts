import * as v from 'valibot'
import { MAX_LIFF_APPS } from '../../limits.ts'
import { message } from '../../messages/fields.ts'
import { availabilityOf } from '../../scenario/availability.ts'
import { channelIdOf } from '../../scenario/channel.ts'
import type { App, Scope } from '../../scenario/schema.ts'
import { endpointOf } from '../../world/selectors.ts'
import {
  type BotAnswer,
  type BotCall,
  invalidField,
  invalidIssues,
  NOT_FOUND,
  type Operation,
  onFound,
  refusal,
} from './operation.ts'

const SCOPES = ['openid', 'email', 'profile', 'chat_message.write'] as const
const DEFAULT_SCOPES: readonly Scope[] = ['profile', 'chat_message.write']

/** LINE only accepts HTTPS, but an app in development often has no certificate. */
const endpoint = v.pipe(
  v.string(message.refusal),
  v.check(
    text => URL.canParse(text) && /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(text),
    'must be an https URL',
  ),
  v.check(text => !text.includes('#'), 'must not contain a fragment'),
)

const changeSchema = v.object({
  view: v.optional(
    v.object({
      type: v.optional(v.picklist(['compact', 'tall', 'full'], message.refusal)),
      url: v.optional(endpoint),
      moduleMode: v.optional(v.boolean(message.refusal)),
    }),
  ),
  description: v.optional(
    v.pipe(
      v.string(message.refusal),
      v.check(text => !/\bline\b/i.test(text), 'must not contain LINE'),
    ),
  ),
  features: v.optional(
    v.object({
      ble: v.optional(v.boolean(message.refusal)),
      qrCode: v.optional(v.boolean(message.refusal)),
    }),
  ),
  permanentLinkPattern: v.optional(v.literal('concat', message.refusal)),
  scope: v.optional(v.array(v.picklist(SCOPES, message.refusal))),
  botPrompt: v.optional(v.picklist(['normal', 'aggressive', 'none'], message.refusal)),
})
type Change = v.InferOutput<typeof changeSchema>

function changeIn({ body }: BotCall): Change | BotAnswer {
  const { success, output, issues } = v.safeParse(changeSchema, body, { abortPipeEarly: true })
  return success ? output : invalidIssues(issues)
}

function ownApps({ scenario, channelId }: BotCall): readonly App[] {
  return scenario.apps.filter(({ liffId }) => channelIdOf(liffId) === channelId)
}

/** LINE's setting `features.qrCode` permits the 2D code scanner. */
const mayScan = (app: App): boolean => availabilityOf(app).scanCodeV2?.permission === true

/** Null leaves the setting unchanged. */
const withScan = ({ availability }: App, permission: boolean | null): App['availability'] =>
  permission === null
    ? availability
    : { ...availability, scanCodeV2: { ...availability.scanCodeV2, permission } }

function changed(app: App, { view, description, features, scope, botPrompt }: Change): App {
  return {
    ...app,
    availability: withScan(app, features?.qrCode ?? null),
    name: description ?? app.name,
    endpointUrl: view?.url ?? app.endpointUrl,
    viewType: view?.type ?? app.viewType,
    scopes: scope ?? app.scopes,
    botPrompt: botPrompt ?? app.botPrompt,
  }
}

function list(call: BotCall): BotAnswer {
  const apps = ownApps(call).map(app => ({
    liffId: app.liffId,
    view: { type: app.viewType, url: endpointOf(app, call.origin) },
    description: app.name,
    features: { ble: false, qrCode: mayScan(app) },
    permanentLinkPattern: 'concat',
    scope: app.scopes,
    botPrompt: app.botPrompt,
  }))
  return apps.length === 0 ? NOT_FOUND : { status: 200, body: { apps } }
}

/** The new app has the same secret, callback URLs and account as its channel. */
function add(call: BotCall): BotAnswer {
  const change = changeIn(call)
  if ('status' in change) return change
  const { view } = change
  if (view?.type === undefined || view.url === undefined) return invalidField('May not be null', 'view')
  const own = ownApps(call)
  const [first] = own
  if (first === undefined) return refusal(400, 'This channel cannot have LIFF apps')
  if (own.length >= MAX_LIFF_APPS) return refusal(400, 'The channel has the maximum number of LIFF apps')
  const id = call.secret(24).replace(/[^0-9A-Za-z]/g, '')
  const liffId = `${call.channelId}-${id.slice(0, 8).padEnd(8, '0')}`
  const base: App = {
    ...first,
    liffId,
    availability: { scanCodeV2: { permission: false } },
    context: {},
    serviceMessages: null,
    miniApp: null,
    inAppPurchase: null,
  }
  const fresh = { ...base, name: 'LIFF app', scopes: [...DEFAULT_SCOPES], botPrompt: 'none' } as const
  const app = changed({ ...fresh, scopes: [...fresh.scopes] }, change)
  return { status: 200, body: { liffId }, apps: [...call.scenario.apps, app] }
}

/** Apps of other channels count as unknown. */
const onApp = onFound(call => ownApps(call).find(({ liffId }) => liffId === call.params.liffId), NOT_FOUND)

function update(app: App, call: BotCall): BotAnswer {
  const change = changeIn(call)
  if ('status' in change) return change
  const apps = call.scenario.apps.map(one => (one === app ? changed(app, change) : one))
  return { status: 200, apps }
}

/** A scenario needs at least one app. */
function remove(app: App, { scenario }: BotCall): BotAnswer {
  const apps = scenario.apps.filter(one => one !== app)
  return apps.length === 0 ? refusal(400, 'The emulated LINE needs at least one app') : { status: 200, apps }
}

const ofLogin = { ofLoginChannels: true } as const

export const LIFF_APP_OPERATIONS: readonly Operation[] = [
  { ...ofLogin, method: 'GET', path: '/liff/v1/apps', handle: list },
  { ...ofLogin, method: 'POST', path: '/liff/v1/apps', takesJson: true, handle: add },
  { ...ofLogin, method: 'PUT', path: '/liff/v1/apps/:liffId', takesJson: true, handle: onApp(update) },
  { ...ofLogin, method: 'DELETE', path: '/liff/v1/apps/:liffId', handle: onApp(remove) },
]
