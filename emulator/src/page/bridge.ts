import type { BridgeCall, BridgeReply } from '../page-config.ts'
import { closePage } from './close.ts'
import { showLayer } from './layer.ts'
import { openFromLine } from './open-window.ts'
import type { PageContext } from './page-context.ts'

type NativeBridge = {
  readonly features: readonly string[]
  readonly postMessage: (type: string, featureToken?: string, callbackId?: string, json?: string) => void
}

type BridgeWindow = {
  _liff?: NativeBridge
  liff?: { _dispatchEvent?: (json: string) => void }
}

/** Defines `window._liff`, LINE's in-client bridge. Does nothing outside the LIFF browser. */
export function installBridge(context: PageContext): void {
  const { bridge } = context.config
  if (!bridge) return
  const host = window as unknown as BridgeWindow
  host._liff = {
    features: bridge.features,
    postMessage: (type, featureToken = '', callbackId = '', json = '') => {
      void answer({ type: String(type), featureToken, callbackId, json }, context)
    },
  }
  window.addEventListener('DOMContentLoaded', () => {
    dispatch({ type: 'ready' })
    for (const event of bridge.pushed) dispatch(event)
  })
}

async function answer(call: BridgeCall, context: PageContext): Promise<void> {
  const payload = parseJson(call.json)
  const reply = await replyTo(call, context).catch(
    (error: unknown): BridgeReply => ({ events: [{ type: call.type, error: { message: String(error) } }] }),
  )
  const last = reply.events.at(-1)
  context.report({
    type: 'bridge',
    name: call.type,
    ...(payload === undefined ? {} : { payload }),
    ...(last && 'data' in last ? { reply: last.data } : {}),
    ...(last && 'error' in last ? { error: last.error } : {}),
  })
  if (call.type === 'closeWindow') closePage('bridge', context)
  if (call.type === 'openWindow') openFromBridge(payload, context)
  for (const event of reply.events) dispatch({ callbackId: call.callbackId, ...event })
}

async function replyTo(call: BridgeCall, context: PageContext): Promise<BridgeReply> {
  const reply = await context.callControl<BridgeReply>('bridge', call)
  if (reply.ask === undefined) return reply
  const { id, url } = reply.ask
  showLayer({ id, url: context.urls.mapped(url) }, context)
  return context.callControl<BridgeReply>('bridge', { ...call, question: id })
}

function openFromBridge(payload: unknown, context: PageContext): void {
  const { url, external } = (payload ?? {}) as { url?: unknown; external?: unknown }
  if (typeof url === 'string') openFromLine(url, external === true, context)
}

/** Dispatches an event like LINE: with `liff._dispatchEvent(json)`, or as a `liffEvent` before the SDK has loaded. */
function dispatch(detail: Readonly<Record<string, unknown>>): void {
  const { liff } = window as unknown as BridgeWindow
  if (liff?._dispatchEvent) liff._dispatchEvent(JSON.stringify(detail))
  else window.dispatchEvent(new CustomEvent('liffEvent', { detail }))
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}
