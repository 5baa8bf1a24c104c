import { donePage, type PickerTarget, pickerPage } from '../pages/picker.ts'
import { problemPage } from '../pages/problem.ts'
import { wordsOf } from '../pages/words/words-of.ts'
import { appOf, pictureOf } from '../world/questions.ts'
import type { Picking } from '../world/state.ts'
import { callerOf } from './access.ts'
import { apiError, json } from './answers.ts'
import { formOf } from './body.ts'
import { messagesOf, sent } from './messages.ts'
import type { Asked, Route } from './route.ts'

/** GET apps/{liffId}/ott: a one-time token for one picking. */
function ott(asked: Asked): Response {
  const caller = callerOf(asked)
  if (caller instanceof Response) return caller
  const { line, params } = asked
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

function pickingOf({ line, url }: Asked): { readonly ott: string; readonly picking: Picking } | null {
  const value = url.searchParams.get('ott') ?? ''
  const picking = line.world().pickings[value]
  return picking !== undefined && picking.liffId === url.searchParams.get('liffId')
    ? { ott: value, picking }
    : null
}

/** GET result: how the picking ended. While it lasts the answer has no `result`: the SDK takes any text for an end. */
function result(asked: Asked): Response {
  const found = pickingOf(asked)
  if (found === null) return apiError(400, 'invalid ott')
  const { result: end } = found.picking
  return json(end === 'WAIT' ? {} : { result: end })
}

/** POST result: the SDK found the picker's window closed. */
async function cancel(asked: Asked): Promise<Response> {
  const found = pickingOf(asked)
  if (found === null) return apiError(400, 'invalid ott')
  const wanted = (await formOf(asked.request)).get('result')
  if (wanted !== 'CANCEL') return apiError(400, 'result must be CANCEL')
  const { ott: value, picking } = found
  if (picking.result === 'WAIT')
    asked.line.dispatch({ type: 'picking', ott: value, picking: { ...picking, result: 'CANCEL' } })
  return json({ status: 'ok' })
}

/** Who can be shared with: the other people, and two groups. */
function targetsOf({ line }: Asked): PickerTarget[] {
  const { scenario } = line.world()
  const people = scenario.users
    .filter(({ userId }) => userId !== scenario.user)
    .map(user => ({ id: user.userId, name: user.displayName, picture: pictureOf(user) }))
  const groups = wordsOf(scenario).groups.map(name => ({
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

function end(asked: Asked, value: string, picking: Picking, result: Picking['result']): Response {
  asked.line.dispatch({ type: 'picking', ott: value, picking: { ...picking, result } })
  const words = wordsOf(asked.line.world().scenario)
  return donePage(words, result === 'SUCCESS' ? words.sent : words.cancelled)
}

function sendTo(asked: Asked, { userId, liffId }: Picking, payload: Payload, names: readonly string[]): void {
  for (const to of names) {
    const from = { userId, liffId, via: 'shareTargetPicker', to } as const
    asked.line.dispatch({ type: 'messages-sent', messages: sent(asked, from, payload.messages) })
  }
}

/** shareTargetPicker itself: in LINE the messages came with the scheme, in a browser its window is told them. */
async function picker(asked: Asked): Promise<Response> {
  const found = pickingOf(asked)
  if (found === null)
    return problemPage(400, 'Bad Request', 'the ott is not known, or is of another LIFF app')
  const { ott: value, picking } = found
  const words = wordsOf(asked.line.world().scenario)
  if (picking.result !== 'WAIT') return donePage(words)
  const targets = targetsOf(asked)
  const { sharePicker } = asked.line.world().scenario.screens
  if (sharePicker === 'cancel') return end(asked, value, picking, 'CANCEL')
  const auto = sharePicker === 'send' && picking.data !== undefined
  if (asked.request.method === 'GET' && !auto) {
    const isMultiple = picking.data === undefined || (payloadOf(picking.data)?.isMultiple ?? true)
    const data = picking.data ?? null
    return pickerPage({
      words,
      targets,
      isMultiple,
      data,
      action: asked.url.href,
      auto: sharePicker === 'send',
    })
  }
  const form = auto ? new URLSearchParams() : await formOf(asked.request)
  if (form.get('answer') === 'cancel') return end(asked, value, picking, 'CANCEL')
  const payload = payloadOf(picking.data ?? form.get('data') ?? '')
  if (payload === null) return problemPage(400, 'Bad Request', 'there are no messages to share')
  const chosen = form.getAll('to')
  const names = targets.filter(({ id }, index) => (chosen.length === 0 ? index === 0 : chosen.includes(id)))
  sendTo(
    asked,
    picking,
    payload,
    (payload.isMultiple ? names : names.slice(0, 1)).map(({ name }) => name),
  )
  return end(asked, value, picking, 'SUCCESS')
}

const page = { host: 'access.line.me', path: '/oauth2/v2.1/liff/shareTargetPicker', answer: picker } as const
const at = { host: 'access.line.me', path: '/oauth2/v2.1/liff/shareTargetPicker/result' } as const

export const SHARE_PICKER_ROUTES: readonly Route[] = [
  { host: 'api.line.me', method: 'GET', path: '/liff/v2/apps/:liffId/ott', answer: ott },
  { ...at, method: 'GET', answer: result },
  { ...at, method: 'POST', answer: cancel },
  { ...page, method: 'GET' },
  { ...page, method: 'POST' },
]
