import { type Fields, fieldsOf } from '../fields.ts'
import { ownEntry } from '../own-entry.ts'
import type { BridgeCall, BridgeReply, SchemeReply } from '../page-config.ts'
import { lineLink } from '../platform/line-links.ts'
import { nativeScreenUrl } from '../platform/native-screens.ts'
import { receiveMessages } from '../platform/picking.ts'
import { MSIT_PARAM } from '../platform/sub-apps.ts'
import { waitUntil } from '../platform/wait.ts'
import type { Line } from '../world/line.ts'
import { appOf } from '../world/selectors.ts'
import { paymentPrompt, preset, productsOf, termsPrompt, type UserPrompt } from './purchase-prompts.ts'

function fieldsIn(json: string): Fields {
  try {
    return fieldsOf(JSON.parse(json))
  } catch {
    return {}
  }
}

function calendarOf(line: Line, { startTime, endTime }: Fields): Fields {
  const within = line
    .world()
    .scenario.device.calendar.filter(
      event => event.endTime >= Number(startTime) && event.startTime <= Number(endTime),
    )
  return { events: within, isThirdPartyCalendarAccessGranted: true }
}

/** Returns the data of LINE's immediate reply, or undefined if the message is unknown. */
function dataFor(line: Line, type: string, fields: Fields): unknown {
  switch (type) {
    case 'closeWindow':
    case 'openWindow':
    case 'calendar.showEventCreationModal':
      return {}
    case 'getAdvertisingId':
      return { advertisingId: line.world().scenario.device.advertisingId }
    case 'addToHomeScreen':
      return { status: 'CREATED' }
    case 'calendar.getEvents':
      return calendarOf(line, fields)
    case 'iap.getPlatformProducts':
      return { products: productsOf(line, fields) }
    default:
      return undefined
  }
}

/** Returns null if LINE replies without asking the user. */
function userPromptFor(line: Line, type: string, fields: Fields): UserPrompt | null {
  const { screens } = line.world().scenario
  switch (type) {
    case 'iap.createPayment':
      return paymentPrompt(line, fields)
    case 'iap.requestConsentAgreement':
      return termsPrompt(line)
    case 'scanCode':
      return {
        url: id => nativeScreenUrl('scanner', id),
        presetAnswer: screens.scanner === null ? null : preset('', screens.scanner),
        reply: ({ said, value }) => ({ data: { value: said === 'cancel' ? null : value } }),
      }
    default:
      return null
  }
}

/**
 * If the user must respond on one of LINE's screens, the first reply contains the screen's id and URL. The shim then
 * sends the message again with this id, and that second call waits for the user's response.
 */
export async function answerBridge(
  line: Line,
  call: BridgeCall,
  signal: AbortSignal | null,
): Promise<BridgeReply> {
  const { type, callbackId, question } = call
  await waitUntil(() => line.world().scenario.device.bridge === 'answers', line.subscribe, signal)
  const fields = fieldsIn(call.json)
  const prompt = userPromptFor(line, type, fields)
  if (prompt === null) {
    const data = dataFor(line, type, fields)
    const error = {
      code: 'UNKNOWN',
      message: `The emulated LINE does not support the bridge message ${type}`,
    }
    return { events: [data === undefined ? { type, callbackId, error } : { type, callbackId, data }] }
  }
  if (prompt.presetAnswer !== null)
    return { events: [{ type, callbackId, ...prompt.reply(prompt.presetAnswer) }] }
  if (question === '' || question === undefined) {
    const id = `q_${line.secret(9)}`
    line.dispatch({ type: 'question', id, answer: null })
    return { events: [], ask: { id, url: prompt.url(id) } }
  }
  const isAnswered = () => line.world().questions[question] !== null
  await waitUntil(isAnswered, line.subscribe, signal)
  const answer = line.world().questions[question] ?? { said: 'cancel', value: '' }
  return { events: [{ type, callbackId, ...prompt.reply(answer) }] }
}

function pickerLayer(line: Line, query: URLSearchParams): SchemeReply {
  const [ott, liffId, data] = ['ott', 'liffId', 'data'].map(name => query.get(name) ?? '')
  const picking = ott === undefined ? undefined : ownEntry(line.world().pickings, ott)
  if (ott === undefined || liffId === undefined || data === undefined || picking?.liffId !== liffId)
    return { action: 'none' }
  if (receiveMessages(line, ott, picking, data).result !== 'WAIT') return { action: 'none' }
  const address = `https://access.line.me/oauth2/v2.1/liff/shareTargetPicker?${new URLSearchParams({ liffId, ott })}`
  return { action: 'layer', url: address, id: ott }
}

function subWindowLayer(line: Line, query: URLSearchParams): SchemeReply {
  const msit = query.get('msit') ?? ''
  const wanted = query.get('url') ?? ''
  if (ownEntry(line.world().subWindows, msit) === undefined || !URL.canParse(wanted))
    return { action: 'none' }
  const url = new URL(wanted)
  url.searchParams.set(MSIT_PARAM, msit)
  return { action: 'layer', url: url.href, id: msit }
}

/** Returns what LINE's app does when the page navigates to a `liff://` or `line://` URL. */
export function answerScheme(line: Line, text: string): SchemeReply {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return { action: 'none' }
  const [path = ''] = text.slice(url.protocol.length).replace(/^\/+/, '').split(/[?#]/, 1)
  if (url.protocol === 'liff:') {
    if (path === 'subwindow') return subWindowLayer(line, url.searchParams)
    return { action: path === 'close' ? 'close' : 'none' }
  }
  if (url.protocol !== 'line:') return { action: 'none' }
  if (path === 'picker') return pickerLayer(line, url.searchParams)
  if (path === 'shortcut/liff') {
    const query = new URLSearchParams(url.searchParams)
    const liffId = query.get('liffId') ?? ''
    query.set('url', query.get('targetUrl') ?? '')
    return {
      action: 'layer',
      url: `https://liff-shortcut.line.me/page/${encodeURIComponent(liffId)}?${query}`,
      id: `shortcut:${liffId}`,
    }
  }
  const friend = /^ti\/p\/(.+)$/.exec(path)?.[1]
  if (friend !== undefined) return { action: 'open', url: `https://line.me/R/ti/p/${friend}` }
  const liffId = /^app\/(.+)$/.exec(path)?.[1]
  const known = appOf(line.world().scenario, liffId ?? '') !== undefined
  if (known) return { action: 'open', url: `https://liff.line.me/${liffId}${url.search}` }
  // line://share is an old form of https://line.me/R/share.
  const link = new URL(`https://line.me/R/${path}${url.search}`)
  return lineLink(link).opens === 'screen' ? { action: 'none' } : { action: 'open', url: link.href }
}
