import * as v from 'valibot'
import { ownEntry } from '../own-entry.ts'
import { textOf } from '../platform/body.ts'
import type { RequestLog } from '../platform/log.ts'
import { json } from '../platform/responses.ts'
import { supportedCalls } from '../platform/routes.ts'
import { answerUnknownApp } from '../platform/unknown-app.ts'
import { invalidAt, type Parsed, type Problem, parseInput, problemText } from '../scenario/parse.ts'
import type { Snapshot } from '../snapshot.ts'
import type { Line } from '../world/line.ts'
import { itemsOf } from '../world/long-list.ts'
import type { Actions } from './actions.ts'
import { answerBridge, answerScheme } from './bridge.ts'
import { eventStream } from './events.ts'
import type { PanelLink } from './panel-link.ts'
import type { Phases } from './phases.ts'

const bridgeCall = v.object({
  type: v.string(),
  featureToken: v.optional(v.string(), ''),
  callbackId: v.optional(v.string(), ''),
  json: v.optional(v.string(), ''),
  question: v.optional(v.string(), ''),
})
/** The actions validate the name and the id, because their errors list the known ones. */
const scenarioCall = v.strictObject({ name: v.optional(v.unknown()) })
const phaseCall = v.strictObject({ id: v.optional(v.unknown()) })
/** Rejects any field: a reset with a field was probably meant as another call. */
const resetCall = v.strictObject({})
const schemeCall = v.object({ url: v.string() })
const layerCall = v.object({ id: v.string() })
const unknownAppCall = v.object({ liffId: v.string() })

export type Snapshots = {
  readonly capture: () => Snapshot
  readonly restore: (value: unknown) => Promise<Parsed<Snapshot>>
}

export type ControlParts = {
  readonly line: Line
  readonly log: RequestLog
  readonly actions: Actions
  readonly phases: Phases
  readonly links: () => readonly PanelLink[]
  readonly snapshots: Snapshots
  readonly exam: (value: unknown) => Promise<Parsed<unknown>>
}

const noContent = (): Response => new Response(null, { status: 204 })

/** Returns `{error, message, path?}`. `path` is the path of the invalid field. */
export function controlError(status: number, error: string, message: string, path?: string): Response {
  return json({ error, message, ...(path === undefined ? {} : { path }) }, status)
}

function invalid(problem: Problem): Response {
  return controlError(400, 'INVALID', problemText(problem), problem.path)
}

function reply<T>(result: Parsed<T>, status = 200): Response {
  return result.ok ? json(result.value, status) : invalid(result.problem)
}

async function bodyOf(request: Request): Promise<Parsed<unknown>> {
  const text = await textOf(request)
  if (text === null) return invalidAt('', 'the body is too long')
  try {
    return { ok: true, value: text.trim() === '' ? {} : JSON.parse(text) }
  } catch {
    return invalidAt('', 'the body is not JSON')
  }
}

type Answer = Response | Promise<Response>
type Handler = (parts: ControlParts, body: unknown, request: Request) => Answer

/** Returns a handler whose body must match the schema. */
const taking =
  <T>(
    schema: v.GenericSchema<unknown, T>,
    handle: (parts: ControlParts, body: T, request: Request) => Answer,
  ): Handler =>
  (parts, body, request) => {
    const call = parseInput(schema, body ?? {})
    return call.ok ? handle(parts, call.value, request) : invalid(call.problem)
  }

type StoredFile = { readonly type: string; readonly base64: string }

/** A back end or a user uploaded the file, so the headers forbid scripts in case a tab opens it. */
const fileWithId =
  (kind: string, find: (line: Line, id: string) => StoredFile | null | undefined): Handler =>
  ({ line }, _, request) => {
    const id = new URL(request.url).searchParams.get('id') ?? ''
    const found = find(line, id)
    if (!found) return controlError(404, 'NOT_FOUND', `no ${kind} has the id ${id}`, 'id')
    const headers = {
      'content-type': found.type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    }
    return new Response(Buffer.from(found.base64, 'base64'), { headers })
  }

/** Handlers by HTTP method and name. All bodies are JSON. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  'GET health': ({ line }) => {
    const { revision, session, scenario, loaded, killed } = line.world()
    const names = { scenario: scenario.name, loaded: loaded.name }
    return json({ status: 'ok', ...names, revision, session, killed, now: line.now() })
  },
  'GET state': ({ line }) => json(line.world().scenario),
  'PUT state': ({ actions }, body) => reply(actions.load(body)),
  'PATCH state': ({ actions }, body) => reply(actions.patch(body)),
  'GET calls': () => json(supportedCalls()),
  'GET scenarios': ({ actions }) => json(actions.scenarios()),
  'POST scenario': taking(scenarioCall, ({ actions }, { name }) => reply(actions.loadNamed(name))),
  'POST reset': taking(resetCall, ({ actions }) => json(actions.reset())),
  'POST clock': ({ actions }, body) => reply(actions.clock(body)),
  'GET phases': ({ phases }) => json(phases.list()),
  'GET links': ({ links }) => json(links()),
  'POST phase': taking(phaseCall, async ({ phases }, { id }) => reply(await phases.apply(id))),
  'GET export': ({ snapshots }) => json(snapshots.capture()),
  'POST import': async ({ snapshots, line }, body) => {
    const restored = await snapshots.restore(body)
    return restored.ok ? json(line.world().scenario) : invalid(restored.problem)
  },
  'GET faults': ({ line }) => json(line.world().scenario.faults),
  'POST faults': ({ actions }, body) => reply(actions.addFault(body), 201),
  'DELETE faults': ({ actions, line }, _, request) => {
    const id = new URL(request.url).searchParams.get('id')
    if (actions.removeFault(id)) return noContent()
    const ids = line.world().scenario.faults.map(fault => fault.id)
    return controlError(404, 'NOT_FOUND', `no fault has the id ${id}. Ids: ${ids.join(', ') || 'none'}`, 'id')
  },
  'GET requests': ({ log }) => json(log.list()),
  'GET timeline': ({ log }) => json(log.timeline()),
  'DELETE requests': ({ log }) => {
    log.clear()
    return noContent()
  },
  'GET messages': ({ line }) => json(itemsOf(line.world().messages)),
  'GET bot-messages': ({ line }) => json(itemsOf(line.world().bot.sendings)),
  'GET mission-stickers': ({ line }) => json(itemsOf(line.world().bot.missionStickers)),
  'GET service-messages': ({ line }) => json(line.world().bot.serviceMessages),
  'GET purchases': ({ line }) => {
    const { orders, purchaseEvents: webhooks } = line.world().bot
    return json({ orders, webhooks })
  },
  'POST purchase': ({ actions }, body) => reply(actions.purchase(body)),
  'POST share-page': ({ actions }, body) => reply(actions.sharePage(body)),
  'GET chat': ({ actions }, _, request) =>
    reply(actions.chatView(Object.fromEntries(new URL(request.url).searchParams))),
  'GET rich-menu-image': fileWithId(
    'rich menu with an image',
    (line, id) => ownEntry(line.world().bot.richMenus, id)?.image,
  ),
  'GET content': fileWithId('message with a file', (line, id) => ownEntry(line.world().bot.contents, id)),
  'POST chat': ({ actions }, body) => reply(actions.chat(body)),
  'POST group': ({ actions }, body) => reply(actions.group(body)),
  'POST membership': ({ actions }, body) => reply(actions.membership(body)),
  'GET webhooks': ({ actions }) => json(actions.webhooks()),
  'POST webhook-settings': ({ actions }, body) => reply(actions.webhookSettings(body)),
  'POST webhook-test': async ({ actions }, body) => reply(await actions.verifyWebhook(body)),
  'POST webhook-event': ({ actions }, body) => reply(actions.webhookEvent(body)),
  'POST webhook-resend': ({ actions }, body) => reply(actions.resendWebhook(body)),
  'POST exam': async ({ exam }, body) => reply(await exam(body)),
  'POST friendship': ({ actions }, body) => reply(actions.friendship(body)),
  'POST kill': ({ actions }, body) => reply(actions.kill(body)),
  'POST token': async ({ actions }, body) => reply(await actions.token(body)),
  'GET events': (parts, _, request) => eventStream(parts, request.signal),
  'POST bridge': taking(bridgeCall, async ({ line, log }, call, request) => {
    const answer = await answerBridge(line, call, request.signal)
    if (answer.ask !== undefined) return json(answer)
    const { type, json: payload } = call
    const entry = {
      at: Date.now(),
      userId: line.world().scenario.user,
      via: 'bridge',
      method: 'POST',
      url: `bridge:${type}`,
      status: 200,
      ms: 0,
    } as const
    log.add({ ...entry, request: payload || null, response: JSON.stringify(answer), error: null })
    return json(answer)
  }),
  'POST scheme': taking(schemeCall, ({ line }, { url }) => json(answerScheme(line, url))),
  'POST layer-closed': taking(layerCall, ({ line }, { id }) => {
    line.dispatch({ type: 'layer-closed', id })
    return noContent()
  }),
  'POST unknown-app': taking(unknownAppCall, ({ line, log }, { liffId }) =>
    json(answerUnknownApp(line, log, liffId)),
  ),
}

const NAMES = new Set(Object.keys(HANDLERS).map(key => key.split(' ')[1]))

/** Handles `/__emulator/api/{name}`. The caller must have checked the Host and Origin headers. */
export async function handleControl(parts: ControlParts, name: string, request: Request): Promise<Response> {
  const handler = HANDLERS[`${request.method} ${name}`]
  if (handler === undefined) {
    if (!NAMES.has(name)) return controlError(404, 'NOT_FOUND', `unknown call "${name}"`)
    return controlError(405, 'METHOD_NOT_ALLOWED', `${name} does not support ${request.method}`)
  }
  const takesBody = request.method !== 'GET' && request.method !== 'DELETE'
  const body: Parsed<unknown> = takesBody ? await bodyOf(request) : { ok: true, value: null }
  return body.ok ? handler(parts, body.value, request) : invalid(body.problem)
}
