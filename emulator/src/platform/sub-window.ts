import type { Fields } from '../fields.ts'
import { WAIT_RESULT_MS } from '../limits.ts'
import { ownEntry } from '../own-entry.ts'
import { messageHandlerPage } from '../pages/message-handler.ts'
import { badRequestPage } from '../pages/problem.ts'
import type { Line } from '../world/line.ts'
import { appOf, endpointOf } from '../world/selectors.ts'
import type { SubWindow } from '../world/state.ts'
import { withCaller } from './access.ts'
import { formOf, jsonOf } from './body.ts'
import { apiError, json } from './responses.ts'
import type { LineCall, Route } from './route.ts'
import { isSubApp, SUB_APP_WINDOW_ORIGIN } from './sub-apps.ts'
import { wait, waitUntil } from './wait.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The SDK uses `errorDetail` as the message of its error. */
function refusal(errorDetail: string): Response {
  return json({ errorDetail, message: errorDetail }, 400)
}

const msit = withCaller(async call => {
  const body = await jsonOf(call.request)
  const mstChallenge = text(body?.mstChallenge)
  if (body === null || mstChallenge === '') return refusal('mstChallenge is required')
  const id = `msit_${call.line.secret()}`
  const subWindow: SubWindow = {
    mainLiffId: text(body.mainLiffId),
    subLiffId: text(body.subLiffId),
    mstChallenge,
    appData: body.appData ?? null,
    mst: null,
    outcome: null,
  }
  call.line.dispatch({ type: 'sub-window', msit: id, subWindow })
  return json({ msit: id })
})

/** Checks the proof that LINE opened the sub-window, and issues the token (`mst`) for the sub-window's other calls. */
const mst = withCaller(async call => {
  const body = await jsonOf(call.request)
  const id = text(body?.msit)
  const subWindow = ownEntry(call.line.world().subWindows, id)
  if (subWindow === undefined || text(body?.mstVerifier) === '') return refusal('invalid msit')
  const key = subWindow.mst ?? `mst_${call.line.secret()}`
  call.line.dispatch({ type: 'sub-window', msit: id, subWindow: { ...subWindow, mst: key } })
  return json({ mst: key })
})

type Found = { readonly msit: string; readonly subWindow: SubWindow; readonly body: Fields }

/** Calls `handler` with the sub-window to which the `mst` in the request's body belongs. */
function ofMst(handler: (line: Line, found: Found) => Response) {
  return withCaller(async ({ line, request }) => {
    const body = (await jsonOf(request)) ?? {}
    const key = text(body.mst)
    const found = Object.entries(line.world().subWindows).find(([, { mst }]) => key !== '' && mst === key)
    return found ? handler(line, { msit: found[0], subWindow: found[1], body }) : refusal('invalid mst')
  })
}

const appData = ofMst((_, { subWindow }) => json({ data: subWindow.appData }))

const STATUSES = ['submit', 'cancel', 'close', 'error']

/** Results after the first one are ignored. */
const result = ofMst((line, { msit: id, subWindow, body }) => {
  const status = text(body.status)
  if (!STATUSES.includes(status)) return refusal('invalid status')
  const outcome = subWindow.outcome ?? { status, result: body.result ?? {} }
  line.dispatch({ type: 'sub-window', msit: id, subWindow: { ...subWindow, outcome } })
  return json({ status: outcome.status, result: JSON.stringify(outcome.result) })
})

/** After {@link WAIT_RESULT_MS}, responds with `error`, so that the SDK polls again. */
async function waitResult(call: LineCall): Promise<Response> {
  const { line, request } = call
  const body = await jsonOf(request)
  const id = text(body?.msit)
  const outcome = () => ownEntry(line.world().subWindows, id)?.outcome ?? null
  const known = ownEntry(line.world().subWindows, id)
  if (known === undefined || known.mstChallenge !== text(body?.mstChallenge)) return refusal('invalid msit')
  const ended = new AbortController()
  const signal = AbortSignal.any([request.signal, ended.signal])
  const over = () => outcome() !== null || ownEntry(line.world().subWindows, id) === undefined
  await Promise.race([waitUntil(over, line.subscribe, signal), wait(WAIT_RESULT_MS, signal)])
  ended.abort()
  return json(outcome() ?? { status: 'error', result: {} })
}

/** Returns the origin of an app in a sub-window outside LINE, or null for an unknown app. */
export function subWindowOrigin({ line, origin }: Pick<LineCall, 'line' | 'origin'>, liffId: string) {
  if (isSubApp(liffId)) return SUB_APP_WINDOW_ORIGIN
  const app = appOf(line.world().scenario, liffId)
  return app === undefined ? null : new URL(endpointOf(app, origin)).origin
}

function origin(call: LineCall): Response {
  const found = subWindowOrigin(call, call.params.liffId ?? '')
  if (found === null) return apiError(404, 'liff app not found')
  return json({ origin: found, subwindowCommonModule: true })
}

async function messageHandler(call: LineCall): Promise<Response> {
  const identifier = (await formOf(call.request)).get('identifier') ?? ''
  return /^[0-9A-Za-z]+$/.test(identifier)
    ? messageHandlerPage(identifier)
    : badRequestPage(call.request, texts => texts.identifier)
}

const api = { host: 'api.line.me', method: 'POST' } as const

export const SUB_WINDOW_ROUTES: readonly Route[] = [
  { ...api, path: '/liff/v2/sub/msit', handler: msit },
  { ...api, path: '/liff/v2/sub/mst', handler: mst },
  { ...api, path: '/liff/v2/sub/appData', handler: appData },
  { ...api, path: '/liff/v2/sub/result', handler: result },
  { host: 'liff.line.me', method: 'POST', path: '/liff/v2/sub/waitResult', handler: waitResult },
  { host: 'api.line.me', method: 'GET', path: '/liff/v2/sub/:liffId/origin', handler: origin },
  { ...api, host: 'liff-subwindow.line.me', path: '/liff/v2/sub/messageHandler', handler: messageHandler },
]
