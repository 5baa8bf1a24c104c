import { expect, test } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import { control, emulated, get, LIFF_ID, post } from './kit.ts'

const PICKER = 'https://access.line.me/oauth2/v2.1/liff/shareTargetPicker'
const GOOD = [{ type: 'text', text: 'มาด้วยกันนะ' }]
const BAD = [{ type: 'text', text: '' }]
const REFUSED = {
  result: 'FAILURE',
  resultDescription: 'The request body has 1 error(s)',
  details: [{ message: 'May not be empty', property: 'messages[0].text' }],
}
const FRIEND = 'Thanakorn Srisuk'

async function openPicker(emulator: LiffEmulator) {
  const issued = await emulator.control.token({})
  if (!issued.ok) throw new Error(issued.problem.message)
  const url = `https://api.line.me/liff/v2/apps/${LIFF_ID}/ott`
  const { ott } = (await (await get(emulator, url, issued.value.accessToken)).json()) as { ott: string }
  const query = new URLSearchParams({ liffId: LIFF_ID, ott })
  return {
    query,
    show: async () => (await get(emulator, `${PICKER}?${query}`)).text(),
    post: (fields: Record<string, string>) => post(emulator, `${PICKER}?${query}`, fields),
    result: async () => (await get(emulator, `${PICKER}/result?${query}`)).json() as Promise<unknown>,
    /** Passes the messages as a page inside LINE does. Returns what the LINE app does. */
    async navigate(messages: unknown) {
      const data = JSON.stringify({ messages, isMultiple: true })
      const scheme = `line://picker?${query}&${new URLSearchParams({ data, closeModals: 'false' })}`
      return (await control(emulator, 'POST', 'scheme', { url: scheme })).body as { action: string }
    },
  }
}

test('inside LINE, the picker appears for valid messages only', async () => {
  const { emulator } = await emulated()
  const good = await openPicker(emulator)
  expect(await good.navigate(GOOD)).toMatchObject({ action: 'layer' })
  expect(await good.show()).toContain(FRIEND)
  expect(await good.result()).toEqual({})
  const bad = await openPicker(emulator)
  expect(await bad.navigate(BAD)).toEqual({ action: 'none' })
  expect(await bad.result()).toEqual(REFUSED)
  expect(emulator.messages()).toEqual([])
})

test('an app that is isolated from other origins can show LINE’s screens in a frame', async () => {
  const { emulator } = await emulated()
  const { query } = await openPicker(emulator)
  const { headers } = await get(emulator, `${PICKER}?${query}`)
  expect(headers.get('cross-origin-embedder-policy')).toBe('credentialless')
})

test('in a browser, the window shows the recipients once it has posted valid messages', async () => {
  const { emulator } = await emulated({ scenario: 'not-in-client' })
  const picker = await openPicker(emulator)
  const before = await picker.show()
  expect(before).toContain('/__emulator/picker.js')
  expect(before).not.toContain(FRIEND)
  expect(await (await picker.post({ data: JSON.stringify({ messages: GOOD }) })).text()).toContain(FRIEND)
  await picker.post({ answer: 'send' })
  expect(await picker.result()).toEqual({ result: 'SUCCESS' })
  expect(emulator.messages()).toMatchObject([
    { via: 'shareTargetPicker', to: FRIEND, message: { text: GOOD[0]?.text } },
  ])
})

test.each([
  ['invalid messages', JSON.stringify({ messages: BAD }), REFUSED],
  ['no messages', '{}', { details: [{ property: 'messages' }] }],
  ['text that is not JSON', '{', { details: [{ property: 'messages' }] }],
  [
    'a sticker, which only sendMessages may send',
    JSON.stringify({ messages: [{ type: 'sticker', packageId: '446', stickerId: '1988' }] }),
    { details: [{ property: 'messages[0].type' }] },
  ],
])('in a browser, the window ends with an error for %s', async (_, data, result) => {
  const { emulator } = await emulated({ scenario: 'not-in-client' })
  const picker = await openPicker(emulator)
  const answer = await picker.post({ data })
  expect([answer.status, await picker.result()]).toEqual([
    400,
    expect.objectContaining({ result: 'FAILURE', ...expectPartial(result) }),
  ])
  expect(await answer.text()).not.toContain(FRIEND)
  await picker.post({ answer: 'send', data: JSON.stringify({ messages: GOOD }) })
  expect(emulator.messages()).toEqual([])
})

function expectPartial({ details, ...rest }: { readonly details: readonly object[] }) {
  return { ...rest, details: details.map(one => expect.objectContaining(one)) }
}

test('a scenario that answers the picker sends valid messages and no others', async () => {
  const { emulator } = await emulated()
  emulator.control.patch({ screens: { sharePicker: 'send' } })
  for (const [messages, result] of [
    [GOOD, { result: 'SUCCESS' }],
    [BAD, REFUSED],
  ] as const) {
    const picker = await openPicker(emulator)
    await picker.post({ data: JSON.stringify({ messages }) })
    expect(await picker.result()).toEqual(result)
  }
  expect(emulator.messages()).toHaveLength(1)
})

test('a one-time token belongs to the app that asked for it', async () => {
  const { emulator } = await emulated({ apps: [{ liffId: LIFF_ID }, { liffId: '2000000002-Another0' }] })
  const { query, result } = await openPicker(emulator)
  expect(await result()).toEqual({})
  query.set('liffId', '2000000002-Another0')
  expect((await get(emulator, `${PICKER}/result?${query}`)).status).toBe(400)
})

test('a share that succeeded cannot be cancelled afterwards', async () => {
  const { emulator } = await emulated()
  const picker = await openPicker(emulator)
  expect(await picker.result()).toEqual({})
  await picker.post({ answer: 'send', data: JSON.stringify({ messages: GOOD }) })
  expect(await picker.result()).toEqual({ result: 'SUCCESS' })
  await post(emulator, `${PICKER}/result?${picker.query}`, { result: 'CANCEL' })
  expect(await picker.result()).toEqual({ result: 'SUCCESS' })
})
