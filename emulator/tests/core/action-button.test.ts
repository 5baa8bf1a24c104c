import { expect, test } from 'vitest'
import type { LiffEmulator } from '#emulator/index.ts'
import {
  ACTION_ITEMS,
  actionItems,
  actionMenuKind,
  headerMinimizes,
} from '#emulator/scenario/action-button.ts'
import { resolveScenario } from '#emulator/scenario/named.ts'
import { emulated, get, LIFF_ID, post } from './kit.ts'

const NEWEST = { lineVersion: '26.7.0', os: 'ios' } as const
const NO_CHAT = ['profile', 'openid'] as const

function appWith(change: object) {
  const app = { liffId: LIFF_ID, name: 'App', endpointUrl: '/', ...change }
  const [first] = resolveScenario('friend', { apps: [app] }).apps
  if (first === undefined) throw new Error('the scenario has no app')
  return first
}

const miniApp = (settings: object = {}, change: object = {}) =>
  appWith({ scopes: NO_CHAT, ...change, miniApp: settings })

test('LINE 26.7.0 shows a dropdown menu, 15.12.0 the multi-tab view, and earlier versions a sheet', () => {
  const versions = ['26.7.0', '26.6.9', '15.12.0', '15.11.9', '14.11.0']
  expect(versions.map(lineVersion => actionMenuKind({ lineVersion }))).toEqual([
    'dropdown',
    'tabs',
    'tabs',
    'options',
    'options',
  ])
})

test('a verified MINI App in Japan has every item', () =>
  expect(actionItems(miniApp(), NEWEST)).toEqual(ACTION_ITEMS))

test.each([
  ['an unverified MINI App', { verified: false }, ['minimize', 'addToHome', 'favorite', 'about']],
  ['its channel for developing', { verified: false, channel: 'developing' }, []],
  ['a MINI App in Thailand', { region: 'TH' }, ['favorite', 'report']],
] as const)('%s lacks the items that LINE documents', (_, settings, missing) => {
  const items = actionItems(miniApp(settings), NEWEST)
  expect(ACTION_ITEMS.filter(item => !items.includes(item))).toEqual(missing)
})

test('a LIFF app has five items in the size full, and none in another size', () => {
  const app = appWith({ scopes: NO_CHAT })
  expect(actionItems(app, NEWEST)).toEqual(['allTabs', 'refresh', 'minimize', 'share', 'permissions'])
  expect(actionItems({ ...app, viewType: 'tall' }, NEWEST)).toEqual([])
})

test('LINE does not minimize an app that may write into the chat, nor on an iPad, nor in old versions', () => {
  const minimizes = (app: ReturnType<typeof appWith>, os: 'ios' | 'ipad' | 'android', lineVersion: string) =>
    actionItems(app, { os, lineVersion }).includes('minimize')
  expect(minimizes(miniApp(), 'ios', '12.18.0')).toBe(true)
  expect(minimizes(miniApp(), 'ios', '12.17.9')).toBe(false)
  expect(minimizes(miniApp(), 'android', '15.0.0')).toBe(true)
  expect(minimizes(miniApp(), 'android', '14.99.0')).toBe(false)
  expect(minimizes(miniApp(), 'ipad', '26.7.0')).toBe(false)
  const writes = miniApp({}, { scopes: [...NO_CHAT, 'chat_message.write'] })
  expect(minimizes(writes, 'ios', '26.7.0')).toBe(false)
})

test('each item comes with its version of LINE', () => {
  const first = { favorite: '15.18.0', report: '15.6.0', permissions: '14.6.0', addToHome: '14.3.0' } as const
  for (const [item, version] of Object.entries(first)) {
    const [major, minor] = version.split('.').map(Number)
    const before = `${major}.${(minor ?? 0) - 1}.9`
    const has = (lineVersion: string) =>
      (actionItems(miniApp(), { os: 'ios', lineVersion }) as readonly string[]).includes(item)
    expect([item, has(version), has(before)]).toEqual([item, true, false])
  }
})

test('the header of a verified MINI App minimizes it, but not in LINE 26.7.0 and not before 15.0.0 on Android', () => {
  const on = (os: 'ios' | 'android', lineVersion: string) => headerMinimizes(miniApp(), { os, lineVersion })
  expect([on('ios', '14.15.1'), on('ios', '14.15.0'), on('ios', '26.7.0')]).toEqual([true, false, false])
  expect([on('android', '15.0.0'), on('android', '14.99.0')]).toEqual([true, false])
  expect(headerMinimizes(miniApp({ verified: false }), { os: 'ios', lineVersion: '15.0.0' })).toBe(false)
  expect(headerMinimizes(appWith({}), { os: 'ios', lineVersion: '15.0.0' })).toBe(false)
})

/** Shares a page from the action button to the first friend, and returns the link of the message. */
async function shared(emulator: LiffEmulator, page: string): Promise<unknown> {
  const share = emulator.control.sharePage({ url: page })
  if (!share.ok) return share.problem
  const shown = await get(emulator, share.value.url)
  expect(await shown.text()).toContain('name="to"')
  await post(emulator, share.value.url, { answer: 'send', to: emulator.scenario().users[1]?.userId ?? '' })
  const [message] = emulator.messages().slice(-1)
  expect(message).toMatchObject({ via: 'shareTargetPicker', to: emulator.scenario().users[1]?.displayName })
  expect(JSON.stringify(message)).toContain(`"uri":"${share.value.link}"`)
  return share.value.link
}

async function emulatorWith(change: object, environment: object = {}) {
  const { emulator } = await emulated()
  const apps = emulator.scenario().apps.map(app => ({ ...app, endpointUrl: '/shop', ...change }))
  expect(emulator.control.patch({ apps, environment })).toMatchObject({ ok: true })
  return emulator
}

test('Share sends the permanent link of the page, without LIFF’s parameters and tokens', async () => {
  const page = 'http://localhost:3000/shop/menu?a=1&liff.state=x#access_token=t&item'
  const mini = await emulatorWith({ miniApp: {} })
  expect(await shared(mini, page)).toBe(`https://miniapp.line.me/${LIFF_ID}/menu?a=1#item`)
  const named = await emulatorWith({ miniApp: { customPath: 'cafe' } })
  expect(await shared(named, page)).toBe('https://miniapp.line.me/cafe/menu?a=1#item')
  const old = await emulatorWith({ miniApp: {} }, { lineVersion: '13.19.0' })
  expect(await shared(old, page)).toBe(`https://liff.line.me/${LIFF_ID}/menu?a=1#item`)
  expect(await shared(await emulatorWith({}), page)).toBe(`https://liff.line.me/${LIFF_ID}/menu?a=1#item`)
})

test('from a page outside the endpoint, a MINI App shares its LIFF URL, and a LIFF app nothing', async () => {
  const page = 'http://localhost:3000/shopping'
  expect(await shared(await emulatorWith({ miniApp: {} }), page)).toBe(`https://miniapp.line.me/${LIFF_ID}`)
  expect(await shared(await emulatorWith({}), page)).toMatchObject({ path: 'url' })
  const emulator = await emulatorWith({})
  const unknown = emulator.control.sharePage({ url: page, liffId: '1999999999-Nothing0' })
  expect(unknown).toMatchObject({ ok: false, problem: { path: 'liffId' } })
})
