import { donePage, type PickerTarget, pickerPage } from '../pages/picker.ts'
import { problemPage } from '../pages/problem.ts'
import { textsFor } from '../pages/texts/texts-for.ts'
import { appOf, pictureOf } from '../world/selectors.ts'
import type { Picking } from '../world/state.ts'
import { callerOf } from './access.ts'
import { formOf } from './body.ts'
import { messagesOf, sent } from './messages.ts'
import { apiError, json } from './responses.ts'
import type { LineCall, Route } from './route.ts'

/** GET apps/{liffId}/ott: issues a one-time token (`ott`) for one use of the share target picker. */
function ott(call: LineCall): Response {
  const caller = callerOf(call)
  if (caller instanceof Response) return caller
  const { line, params } = call
  const liffId = params.liffId ?? ''
  if (appOf(line.world().scenario, liffId) === undefined) return apiError(404, 'liff app not found')
  const value = `ott_${line.secret()}`
  line.dispatch({
    type: 'picking',
    ott: value,
    picking: { userId: caller.user.userId, liffId, result: 'WAIT' },
  })
  return json({ ott: value })
}

function pickingOf({ line, url }: LineCall): { readonly ott: string; readonly picking: Picking } | null {
  const value = url.searchParams.get('ott') ?? ''
  const picking = line.world().pickings[value]
  return picking !== undefined && picking.liffId === url.searchParams.get('liffId')
    ? { ott: value, picking }
    : null
}

/**
 * GET result: returns how the user ended the picker. `result` is missing until then, because the SDK treats
 * any value as the end.
 */
function result(call: LineCall): Response {
  const found = pickingOf(call)
  if (found === null) return apiError(400, 'invalid ott')
  const { result: end } = found.picking
  return json(end === 'WAIT' ? {} : { result: end })
}

/** POST result: cancels the picker, because the SDK noticed that the user closed its window. */
async function cancel(call: LineCall): Promise<Response> {
  const found = pickingOf(call)
  if (found === null) return apiError(400, 'invalid ott')
  const wanted = (await formOf(call.request)).get('result')
  if (wanted !== 'CANCEL') return apiError(400, 'result must be CANCEL')
  const { ott: value, picking } = found
  if (picking.result === 'WAIT')
    call.line.dispatch({ type: 'picking', ott: value, picking: { ...picking, result: 'CANCEL' } })
  return json({ status: 'ok' })
}

/** Returns the possible recipients: the scenario's other users, and two groups. */
function targetsOf({ line }: LineCall): PickerTarget[] {
  const { scenario } = line.world()
  const people = scenario.users
    .filter(({ userId }) => userId !== scenario.user)
    .map(user => ({ id: user.userId, name: user.displayName, picture: pictureOf(user) }))
  const groups = textsFor(scenario).groups.map(name => ({
    id: `group:${name}`,
    name,
    picture: `https://profile.line-scdn.net/oa/${encodeURIComponent(name)}`,
  }))
  return [...people, ...groups]
}

type Payload = { readonly messages: Record<string, unknown>[]; readonly isMultiple: boolean }

function payloadOf(text: string): Payload | null {
  try {
    const { messages, isMultiple } = JSON.parse(text) as { messages?: unknown; isMultiple?: unknown }
    const good = messagesOf(messages)
    return good === null ? null : { messages: good, isMultiple: isMultiple !== false }
  } catch {
    return null
  }
}

function end(call: LineCall, value: string, picking: Picking, result: Picking['result']): Response {
  call.line.dispatch({ type: 'picking', ott: value, picking: { ...picking, result } })
  const texts = textsFor(call.line.world().scenario)
  return donePage(texts, result === 'SUCCESS' ? texts.sent : texts.cancelled)
}

function sendTo(
  call: LineCall,
  { userId, liffId }: Picking,
  payload: Payload,
  names: readonly string[],
): void {
  for (const to of names) {
    const from = { userId, liffId, via: 'shareTargetPicker', to } as const
    call.line.dispatch({ type: 'messages-sent', messages: sent(call, from, payload.messages) })
  }
}

/**
 * Responds with the picker's page. Inside LINE, the URL scheme carries the messages; in a browser, the
 * picker's window receives them.
 */
async function picker(call: LineCall): Promise<Response> {
  const found = pickingOf(call)
  if (found === null)
    return problemPage(400, 'Bad Request', 'The ott is unknown, or belongs to another LIFF app')
  const { ott: value, picking } = found
  const texts = textsFor(call.line.world().scenario)
  if (picking.result !== 'WAIT') return donePage(texts)
  const targets = targetsOf(call)
  const { sharePicker } = call.line.world().scenario.screens
  if (sharePicker === 'cancel') return end(call, value, picking, 'CANCEL')
  const auto = sharePicker === 'send' && picking.data !== undefined
  if (call.request.method === 'GET' && !auto) {
    const isMultiple = picking.data === undefined || (payloadOf(picking.data)?.isMultiple ?? true)
    const data = picking.data ?? null
    return pickerPage({
      texts,
      targets,
      isMultiple,
      data,
      action: call.url.href,
      auto: sharePicker === 'send',
    })
  }
  const form = auto ? new URLSearchParams() : await formOf(call.request)
  if (form.get('answer') === 'cancel') return end(call, value, picking, 'CANCEL')
  const payload = payloadOf(picking.data ?? form.get('data') ?? '')
  if (payload === null) return problemPage(400, 'Bad Request', 'The request contains no messages to share')
  const chosen = form.getAll('to')
  const names = targets.filter(({ id }, index) => (chosen.length === 0 ? index === 0 : chosen.includes(id)))
  sendTo(
    call,
    picking,
    payload,
    (payload.isMultiple ? names : names.slice(0, 1)).map(({ name }) => name),
  )
  return end(call, value, picking, 'SUCCESS')
}

const page = { host: 'access.line.me', path: '/oauth2/v2.1/liff/shareTargetPicker', handler: picker } as const
const at = { host: 'access.line.me', path: '/oauth2/v2.1/liff/shareTargetPicker/result' } as const

export const SHARE_PICKER_ROUTES: readonly Route[] = [
  { host: 'api.line.me', method: 'GET', path: '/liff/v2/apps/:liffId/ott', handler: ott },
  { ...at, method: 'GET', handler: result },
  { ...at, method: 'POST', handler: cancel },
  { ...page, method: 'GET' },
  { ...page, method: 'POST' },
]
