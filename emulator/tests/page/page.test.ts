// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createLineUrls } from '#emulator/page/line-url.ts'
import { installNetwork } from '#emulator/page/network.ts'
import { onPanelCommand, report } from '#emulator/page/report.ts'
import { prepareSession } from '#emulator/page/session.ts'
import { type PageConfig, STORE_PREFIX } from '#emulator/page-config.ts'
import { PANEL_COMMAND_SOURCE } from '#emulator/page-events.ts'
import { atTestEnd } from '#tests/kit/test-end.ts'

const IN_CLIENT = `${STORE_PREFIX}isInClient`

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('sendBeacon to LINE goes to the emulator, and to any other host unchanged', () => {
  const { fetch } = window
  const { open } = XMLHttpRequest.prototype
  const before = Object.getOwnPropertyDescriptor(Navigator.prototype, 'sendBeacon')
  atTestEnd(async () => {
    window.fetch = fetch
    XMLHttpRequest.prototype.open = open
    if (before) Object.defineProperty(Navigator.prototype, 'sendBeacon', before)
    else Reflect.deleteProperty(Navigator.prototype, 'sendBeacon')
  })
  const sendBeacon = vi.fn((_url: string, _data?: BodyInit | null) => true)
  Navigator.prototype.sendBeacon = sendBeacon as typeof navigator.sendBeacon
  installNetwork(createLineUrls({ routes: '/__line/' }))
  navigator.sendBeacon('https://liff-analytics.line.me/event?a=1', 'data')
  navigator.sendBeacon('/api/logstate')
  expect(sendBeacon.mock.calls).toEqual([
    [`${location.origin}/__line/liff-analytics.line.me/event?a=1`, 'data'],
    ['/api/logstate', undefined],
  ])
})

/** The part of the configuration that `prepareSession` reads. */
const configFor = (kind: 'liff' | 'external') =>
  ({ environment: { kind }, session: 's', liffIds: [], seed: null }) as unknown as PageConfig

test('a page outside LINE does not keep the SDK’s mark that it runs inside LINE', () => {
  prepareSession(configFor('external'))
  sessionStorage.setItem(IN_CLIENT, '1')
  prepareSession(configFor('external'))
  expect(sessionStorage.getItem(IN_CLIENT)).toBeNull()
})

test('a page in the LIFF browser keeps the mark until the tab switches to another browser', () => {
  prepareSession(configFor('liff'))
  sessionStorage.setItem(IN_CLIENT, '1')
  prepareSession(configFor('liff'))
  expect(sessionStorage.getItem(IN_CLIENT)).toBe('1')
  prepareSession(configFor('external'))
  expect(sessionStorage.getItem(IN_CLIENT)).toBeNull()
})

function inPanel() {
  const panel = { location: { origin: location.origin }, postMessage: vi.fn() }
  vi.stubGlobal('parent', panel)
  return panel
}

test('runs commands of the panel that frames the page, and of no other window', () => {
  const panel = inPanel()
  const commands: string[] = []
  onPanelCommand(({ type }) => commands.push(type))
  const data = { source: PANEL_COMMAND_SOURCE, type: 'reload' }
  const post = (source: unknown) =>
    window.dispatchEvent(Object.assign(new MessageEvent('message', { data }), { source }))
  post(window)
  post(null)
  expect(commands).toEqual([])
  post(panel)
  expect(commands).toEqual(['reload'])
})

test('the page sends its reports to the panel’s origin only', () => {
  const panel = inPanel()
  report({ type: 'close', by: 'window' })
  expect(panel.postMessage.mock.calls).toEqual([
    [{ source: 'liff-emulator', type: 'close', by: 'window' }, location.origin],
  ])
})
