import { expect, test } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import { eachTest } from '#tests/kit/each-test.ts'
import { png } from '#tests/kit/png.ts'
import { call, FRIEND, hello, OTHER_FRIEND, STRANGER, TOKEN, withBot } from './bot-kit.ts'

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
  viewOf(emulator, query).entries.map(({ from, message }) => `${from}: ${message.text ?? message.change}`)

const { emulator, post, send, clock } = eachTest(withBot)

test('the chat has the messages of both sides in their order, also while the clock stands still', async () => {
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
  emulator.control.chat({ postback: { data: 'a=1', displayText: 'Yes, please' } })
  emulator.control.chat({ postback: { data: 'a=2' } })
  expect(viewOf(emulator).entries).toMatchObject([
    { from: 'user', via: 'postback', message: { type: 'text', text: 'Yes, please' } },
  ])
})

test('a user has the default rich menu, or the one that is linked to the user', async () => {
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
  const load = () => post('/v2/bot/chat/loading/start', { chatId: FRIEND, loadingSeconds: 5 })
  await load()
  expect(viewOf(emulator).loadingUntil).toBe(viewOf(emulator).now + 5000)
  clock.now += 5000
  expect(viewOf(emulator).loadingUntil).toBe(null)
  await load()
  await post('/v2/bot/message/push', { to: FRIEND, messages: [hello] })
  expect(viewOf(emulator).loadingUntil).toBe(null)
})

test('a user deletes the history of the chat, and another user’s chat and a group keep theirs', async () => {
  const { chat, group } = emulator.control
  const invited = group({ change: 'invite', userIds: [FRIEND] })
  const chatId = invited.ok ? invited.value.id : ''
  for (const to of [FRIEND, OTHER_FRIEND, chatId])
    await post('/v2/bot/message/push', { to, messages: [hello] })
  const asked = chat({ text: 'Prizes?' })
  const quotedMessageId = asked.ok ? asked.value.messageId : undefined
  const groupBefore = viewOf(emulator, { chatId }).entries
  expect(chat({ clear: true })).toMatchObject({ ok: true })
  expect(viewOf(emulator).entries).toEqual([])
  expect(viewOf(emulator, { userId: OTHER_FRIEND }).entries).toHaveLength(1)
  expect(viewOf(emulator, { chatId }).entries).toEqual(groupBefore)
  expect(chat({ quotedMessageId, text: 'This one' })).toMatchObject({ ok: false })
  await post('/v2/bot/message/push', { to: FRIEND, messages: [hello] })
  expect(viewOf(emulator).entries).toHaveLength(1)
})

test('the chat refuses an unknown user, a command without an act, and one with two', async () => {
  const { chat, chatView } = emulator.control
  for (const userId of [`U${'0'.repeat(32)}`, '__proto__', ''])
    expect(chatView({ userId })).toMatchObject({ ok: false, problem: { path: 'userId' } })
  for (const command of [{}, { text: 'a', postback: { data: 'b' } }, { text: '' }, { richMenuSwitch: {} }])
    expect(chat(command)).toMatchObject({ ok: false })
  expect(viewOf(emulator).entries).toEqual([])
})

test('a group has the messages of its members and of the account, and its postbacks name it', async () => {
  const { control } = emulator
  const invited = control.group({ change: 'invite', name: 'Family', userIds: [FRIEND, OTHER_FRIEND] })
  const chatId = invited.ok ? invited.value.id : ''
  expect(chatId).toMatch(/^C[0-9a-f]{32}$/)
  const room = control.group({ change: 'invite', kind: 'room', userIds: [FRIEND] })
  expect(room).toMatchObject({ ok: true, value: { id: expect.stringMatching(/^R[0-9a-f]{32}$/) } })
  expect(control.group({ change: 'remove' })).toMatchObject({ ok: false, problem: { path: 'groupId' } })
  control.chat({ chatId, text: 'one' })
  control.chat({ chatId, userId: OTHER_FRIEND, text: 'two' })
  await post('/v2/bot/message/push', { to: chatId, messages: [hello] })
  expect(control.chat({ chatId, postback: { data: 'a=1', displayText: 'three' } })).toMatchObject({
    ok: true,
  })
  expect(textsIn(emulator, { chatId })).toEqual([
    ...['line: accountJoined', 'user: one', 'member: two', 'account: สวัสดี', 'user: three'],
  ])
  expect(textsIn(emulator, { chatId, userId: OTHER_FRIEND })).toEqual([
    ...['line: accountJoined', 'member: one', 'user: two', 'account: สวัสดี', 'member: three'],
  ])
  expect(textsIn(emulator)).toEqual([])
  expect(viewOf(emulator).groups).toMatchObject([{ id: chatId, name: 'Family', hasAccount: true }, {}])
  control.group({ groupId: chatId, change: 'remove' })
  expect(viewOf(emulator, { chatId }).group).toMatchObject({ hasAccount: false })
  for (const query of [{ chatId, userId: STRANGER }, { chatId: `C${'0'.repeat(32)}` }])
    expect(control.chatView(query)).toMatchObject({ ok: false, problem: { path: 'chatId' } })
})

test('a chat notes who joined and left, and when the account left or was removed', async () => {
  const { control } = emulator
  control.clock({ freeze: '2026-02-03T04:05:06Z' })
  const invited = control.group({ change: 'invite', userIds: [FRIEND, OTHER_FRIEND] })
  const groupId = invited.ok ? invited.value.id : ''
  control.chat({ chatId: groupId, text: 'hello' })
  control.group({ groupId, change: 'leave', userIds: [OTHER_FRIEND] })
  control.group({ groupId, change: 'join', userIds: [OTHER_FRIEND] })
  control.group({ groupId, change: 'remove' })
  control.group({ groupId, change: 'invite', userIds: [FRIEND, OTHER_FRIEND] })
  expect((await send('POST', `/v2/bot/group/${groupId}/leave`)).status).toBe(200)
  const { entries } = viewOf(emulator, { chatId: groupId })
  expect(entries.map(({ message }) => message.change ?? message.text)).toEqual([
    ...['accountJoined', 'hello', 'left', 'joined', 'accountRemoved', 'accountJoined', 'accountLeft'],
  ])
  expect(entries[2]).toMatchObject({
    ...{ from: 'line', via: 'note', at: Date.parse('2026-02-03T04:05:06Z') },
    message: { type: 'note', userIds: [OTHER_FRIEND] },
  })
  expect(viewOf(emulator).entries).toEqual([])
})

test('a user quotes only a message that the chat shows, and the account only in the chat of the token', async () => {
  const { control } = emulator
  const invited = control.group({ change: 'invite', userIds: [FRIEND, OTHER_FRIEND] })
  const chatId = invited.ok ? invited.value.id : ''
  const said = control.chat({ text: 'Is it open?' })
  const quotedMessageId = (said.ok && said.value.messageId) || ''
  const refused = { ok: false, problem: { path: 'quotedMessageId' } }
  expect(control.chat({ chatId, quotedMessageId, text: 'Look' })).toMatchObject(refused)
  expect(control.chat({ userId: OTHER_FRIEND, quotedMessageId, text: 'Look' })).toMatchObject(refused)
  expect(control.chat({ quotedMessageId: '1', text: 'Look' })).toMatchObject(refused)
  expect(control.chat({ quotedMessageId, text: 'I mean tomorrow' })).toMatchObject({ ok: true })
  const sent = await post('/v2/bot/message/push', { to: FRIEND, messages: [hello] })
  const [{ quoteToken, id }] = sent.body.sentMessages
  const answer = { ...hello, text: 'Yes', quoteToken }
  for (const body of [{ to: chatId }, { to: OTHER_FRIEND }]) {
    const { status, body: problem } = await post('/v2/bot/message/push', {
      ...body,
      messages: [hello, answer],
    })
    expect([status, problem.details]).toEqual([
      ...[400, [{ message: 'Invalid quote token', property: 'messages[1].quoteToken' }]],
    ])
  }
  for (const _ of [1, 2])
    expect((await post('/v2/bot/message/push', { to: FRIEND, messages: [answer] })).status).toBe(200)
  expect((await post('/v2/bot/message/broadcast', { messages: [answer] })).status).toBe(400)
  expect(viewOf(emulator).entries.map(entry => entry.quotedMessageId)).toEqual([
    ...[undefined, quotedMessageId, undefined, id, id],
  ])
  control.chat({ unsend: { messageId: quotedMessageId } })
  expect(control.chat({ quotedMessageId, text: 'Gone' })).toMatchObject(refused)
})

test('a text mentions only members of its group and the account, each in its own place', async () => {
  const { control } = emulator
  const invited = control.group({ change: 'invite', userIds: [FRIEND] })
  const chatId = invited.ok ? invited.value.id : ''
  const { accountId } = viewOf(emulator)
  const say = (mentionees: readonly object[], more: object = { chatId }) =>
    control.chat({ ...more, message: { type: 'text', text: '@Shop @All', mention: { mentionees } } })
  const shop = { type: 'user', index: 0, length: 5, userId: accountId }
  const all = { type: 'all', index: 6, length: 4 }
  expect(say([shop, all])).toMatchObject({ ok: true })
  for (const wrong of [
    ...[[{ ...shop, userId: OTHER_FRIEND }], [all, shop], [{ ...all, length: 5 }], [{ ...all, length: 0 }]],
    ...[[shop, { ...all, index: 4 }], []],
  ])
    expect(say(wrong)).toMatchObject({ ok: false })
  expect(say([shop], {})).toMatchObject({ ok: false, problem: { path: 'message.mention' } })
})
