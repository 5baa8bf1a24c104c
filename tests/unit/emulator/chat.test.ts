// @vitest-environment node
import { expect, test } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import { png } from '#tests/kit/images.ts'
import { call, FRIEND, hello, OTHER_FRIEND, TOKEN, withBot } from './bot-kit.ts'

/** Creates a rich menu with a picture, and returns its id. */
async function createMenu(emulator: LiffEmulator, name: string): Promise<string> {
  const size = { width: 2500, height: 843 }
  const areas = [
    { bounds: { x: 0, y: 0, width: 1250, height: 843 }, action: { type: 'message', text: name } },
  ]
  const body = { size, selected: true, name, chatBarText: name, areas }
  const { richMenuId } = (await call(emulator, 'POST', '/v2/bot/richmenu', body)).body
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'image/png' }
  const upload = new Request(`https://api-data.line.me/v2/bot/richmenu/${richMenuId}/content`, {
    ...{ method: 'POST', headers, body: new Uint8Array(png(2500, 843)) },
  })
  expect((await emulator.lineFetch(upload)).status).toBe(200)
  return richMenuId
}

function viewOf(emulator: LiffEmulator, query: Readonly<Record<string, string>> = {}) {
  const view = emulator.control.chatView(query)
  if (!view.ok) throw new Error(JSON.stringify(view.problem))
  return view.value
}

const textsIn = (emulator: LiffEmulator, query?: Readonly<Record<string, string>>) =>
  viewOf(emulator, query).entries.map(({ from, message }) => `${from}: ${message.text}`)

test('the chat has the messages of both sides in their order, also while the clock stands still', async () => {
  const { emulator, post } = await withBot()
  emulator.control.clock({ freeze: '2026-02-03T04:05:06Z' })
  emulator.control.chat({ text: 'one' })
  await post('/v2/bot/message/push', { to: FRIEND, messages: [hello, { type: 'text', text: 'two' }] })
  emulator.control.chat({ text: 'three' })
  await post('/v2/bot/message/broadcast', { messages: [{ type: 'text', text: 'four' }] })
  expect(textsIn(emulator)).toEqual([
    ...['user: one', 'account: สวัสดี', 'account: two', 'user: three', 'account: four'],
  ])
  expect(textsIn(emulator, { userId: OTHER_FRIEND })).toEqual(['account: four'])
  expect(viewOf(emulator).entries[0]).toMatchObject({ at: Date.parse('2026-02-03T04:05:06Z'), via: 'chat' })
})

test('messages to a group are not in the chat with the account', async () => {
  const id = `C${'1'.repeat(32)}`
  const { emulator, post } = await withBot({ messaging: { groups: [{ id, members: [FRIEND] }] } })
  expect((await post('/v2/bot/message/push', { to: id, messages: [hello] })).status).toBe(200)
  expect(viewOf(emulator).entries).toEqual([])
})

test('a postback shows its display text in the chat', async () => {
  const { emulator } = await withBot()
  emulator.control.chat({ postback: { data: 'a=1', displayText: 'Yes, please' } })
  emulator.control.chat({ postback: { data: 'a=2' } })
  expect(viewOf(emulator).entries).toMatchObject([
    { from: 'user', via: 'postback', message: { type: 'text', text: 'Yes, please' } },
  ])
})

test('a user has the default rich menu, or the one that is linked to the user', async () => {
  const { emulator, send } = await withBot()
  expect(viewOf(emulator).richMenu).toBe(null)
  const first = await createMenu(emulator, 'first')
  const second = await createMenu(emulator, 'second')
  await send('POST', `/v2/bot/user/all/richmenu/${first}`)
  await send('POST', `/v2/bot/user/${FRIEND}/richmenu/${second}`)
  expect(viewOf(emulator).richMenu).toMatchObject({ richMenuId: second, name: 'second' })
  expect(viewOf(emulator, { userId: OTHER_FRIEND }).richMenu).toMatchObject({ richMenuId: first })
  await send('DELETE', `/v2/bot/user/${FRIEND}/richmenu`)
  expect(viewOf(emulator).richMenu).toMatchObject({ richMenuId: first })
})

test('the picture of a rich menu is available to the panel', async () => {
  const { emulator } = await withBot()
  const id = await createMenu(emulator, 'first')
  const get = (query: string) =>
    emulator.emulatorFetch(new Request(`http://localhost/__emulator/api/rich-menu-image?id=${query}`))
  const image = await get(id)
  expect(image?.headers.get('content-type')).toBe('image/png')
  expect(new Uint8Array((await image?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(
    new Uint8Array(png(2500, 843)),
  )
  for (const wrong of ['', 'x', '__proto__', 'constructor']) expect((await get(wrong))?.status).toBe(404)
})

test('the file that a user sent is available to the panel until the user unsends it, and cannot run a script', async () => {
  const { emulator } = await withBot()
  const message = { type: 'image', content: 'AQID', contentType: 'image/png' }
  const sent = emulator.control.chat({ message })
  const messageId = sent.ok ? sent.value.messageId : ''
  const get = (id: string) =>
    emulator.emulatorFetch(new Request(`http://localhost/__emulator/api/content?id=${id}`))
  const file = await get(messageId ?? '')
  expect(file?.headers.get('content-type')).toBe('image/png')
  expect(file?.headers.get('content-security-policy')).toContain('sandbox')
  expect(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
  for (const wrong of ['', 'x', '__proto__', 'constructor']) expect((await get(wrong))?.status).toBe(404)
  emulator.control.chat({ unsend: { messageId } })
  expect((await get(messageId ?? ''))?.status).toBe(404)
  expect(viewOf(emulator).entries.at(-1)?.message).toEqual({ type: 'unsent' })
})

test('the rich menu switch links the menu of the alias, and an unknown alias changes nothing', async () => {
  const { emulator, post } = await withBot()
  const id = await createMenu(emulator, 'first')
  await post('/v2/bot/richmenu/alias', { richMenuAliasId: 'page-a', richMenuId: id })
  const switchTo = (richMenuAliasId: string) =>
    emulator.control.chat({ richMenuSwitch: { richMenuAliasId, data: 'switched' } })
  expect(switchTo('page-a')).toMatchObject({ ok: true })
  expect(viewOf(emulator).richMenu).toMatchObject({ richMenuId: id })
  expect(switchTo('constructor')).toMatchObject({ ok: true })
  expect(viewOf(emulator).richMenu).toMatchObject({ richMenuId: id })
})

test('the loading animation ends at its time, or when the account sends a message', async () => {
  const { emulator, post, clock } = await withBot()
  const load = () => post('/v2/bot/chat/loading/start', { chatId: FRIEND, loadingSeconds: 5 })
  await load()
  expect(viewOf(emulator).loadingUntil).toBe(viewOf(emulator).now + 5000)
  clock.now += 5000
  expect(viewOf(emulator).loadingUntil).toBe(null)
  await load()
  await post('/v2/bot/message/push', { to: FRIEND, messages: [hello] })
  expect(viewOf(emulator).loadingUntil).toBe(null)
})

test('the chat refuses an unknown user, a command without an act, and one with two', async () => {
  const { emulator } = await withBot()
  const { chat, chatView } = emulator.control
  for (const userId of [`U${'0'.repeat(32)}`, '__proto__', ''])
    expect(chatView({ userId })).toMatchObject({ ok: false, problem: { path: 'userId' } })
  for (const command of [{}, { text: 'a', postback: { data: 'b' } }, { text: '' }, { richMenuSwitch: {} }])
    expect(chat(command)).toMatchObject({ ok: false })
  expect(viewOf(emulator).entries).toEqual([])
})
