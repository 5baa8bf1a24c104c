import { ownEntry } from '../own-entry.ts'
import { donePage, type PickerTarget, pickerPage, pickerWindow } from '../pages/picker.ts'
import { badRequestPage } from '../pages/problem.ts'
import { textsFor } from '../pages/texts/texts-for.ts'
import { appOf, pictureOf } from '../world/selectors.ts'
import type { Picking } from '../world/state.ts'
import { withCaller } from './access.ts'
import { formOf } from './body.ts'
import { sent } from './messages.ts'
import { payloadOf, receiveMessages } from './picking.ts'
import { apiError, json } from './responses.ts'
import { getAndPost, type LineCall, type Route } from './route.ts'

const ott = withCaller(({ line, params }, { user }) => {
  const liffId = params.liffId ?? ''
  if (appOf(line.world().scenario, liffId) === undefined) return apiError(404, 'liff app not found')
  const value = `ott_${line.secret()}`
  const picking = { userId: user.userId, liffId, result: 'WAIT' } as const
  line.dispatch({ type: 'picking', ott: value, picking })
  return json({ ott: value })
})

function pickingOf({ line, url }: LineCall): { readonly ott: string; readonly picking: Picking } | null {
  const value = url.searchParams.get('ott') ?? ''
  const picking = ownEntry(line.world().pickings, value)
  return picking?.liffId === url.searchParams.get('liffId') ? { ott: value, picking } : null
}

/** `result` is missing until the picker closes, because any value tells the SDK that it has completed. */
function result(call: LineCall): Response {
  const found = pickingOf(call)
  if (found === null) return apiError(400, 'invalid ott')
  const { result: end, problem } = found.picking
  if (problem !== undefined)
    return json({ result: end, resultDescription: problem.message, details: problem.details })
  return json(end === 'WAIT' ? {} : { result: end })
}

/** Called when the SDK notices that the user closed the picker's window. */
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

function end(call: LineCall, value: string, picking: Picking, result: Picking['result']): Response {
  call.line.dispatch({ type: 'picking', ott: value, picking: { ...picking, result } })
  const texts = textsFor(call.line.world().scenario)
  return donePage(texts, result === 'SUCCESS' ? texts.sent : texts.cancelled)
}

/** If the scenario answers for the user, the messages go to the first recipient. */
function send(call: LineCall, ott: string, picking: Picking, chosen: readonly string[]): Response {
  const { userId, liffId } = picking
  const payload = payloadOf(picking.data ?? '')
  const targets = targetsOf(call)
  const names = targets.filter(({ id }, index) => (chosen.length === 0 ? index === 0 : chosen.includes(id)))
  const recipients = payload.isMultiple ? names : names.slice(0, 1)
  for (const { name: to } of recipients) {
    const from = { userId, liffId, via: 'shareTargetPicker', to } as const
    call.line.dispatch({ type: 'messages-sent', messages: sent(call, from, payload.messages) })
  }
  return end(call, ott, picking, 'SUCCESS')
}

/** Inside LINE, the messages are part of the URL scheme. In a browser, the window's first page posts them. */
async function picker(call: LineCall): Promise<Response> {
  const found = pickingOf(call)
  if (found === null) return badRequestPage(call.request, notices => notices.unknownOtt)
  const { ott: value } = found
  const { scenario } = call.line.world()
  const texts = textsFor(scenario)
  if (found.picking.result !== 'WAIT') return donePage(texts)
  const { sharePicker } = scenario.screens
  if (sharePicker === 'cancel') return end(call, value, found.picking, 'CANCEL')
  const form = call.request.method === 'POST' ? await formOf(call.request) : new URLSearchParams()
  const answer = form.get('answer')
  if (answer === 'cancel') return end(call, value, found.picking, 'CANCEL')
  const data = form.get('data')
  if (found.picking.data === undefined && data === null) return pickerWindow(texts, call.url.href)
  const picking =
    found.picking.data === undefined
      ? receiveMessages(call.line, value, found.picking, data ?? '')
      : found.picking
  if (picking.problem !== undefined) {
    const { message, details } = picking.problem
    const [first] = details
    return badRequestPage(call.request, () => `${message}: ${first?.property} ${first?.message}`)
  }
  if (sharePicker === 'send' || answer === 'send') return send(call, value, picking, form.getAll('to'))
  const { isMultiple } = payloadOf(picking.data ?? '')
  return pickerPage({ texts, targets: targetsOf(call), isMultiple, action: call.url.href })
}

const at = { host: 'access.line.me', path: '/oauth2/v2.1/liff/shareTargetPicker' } as const
const atResult = { ...at, path: `${at.path}/result` } as const

export const SHARE_PICKER_ROUTES: readonly Route[] = [
  { host: 'api.line.me', method: 'GET', path: '/liff/v2/apps/:liffId/ott', handler: ott },
  { ...atResult, method: 'GET', handler: result },
  { ...atResult, method: 'POST', handler: cancel },
  ...getAndPost({ ...at, handler: picker }),
]
