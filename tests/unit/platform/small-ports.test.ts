// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { uuidv7 } from '#contract/uuidv7.ts'
import { createStaleBuildReload } from '#src/boot/updates/stale-build.ts'
import { copyText } from '#src/platform/clipboard.ts'
import { readConfig } from '#src/platform/config.ts'
import { ids } from '#src/platform/ids.ts'
import { local } from '#src/storage/local-storage.ts'

test('creates UUIDv7 ids with time, version and variant that sort by time', () => {
  const random = new Uint8Array(16).fill(0xff)
  expect(uuidv7(0x0123456789ab, random)).toBe('01234567-89ab-7fff-bfff-ffffffffffff')
  expect(uuidv7(1000, random) < uuidv7(1001, new Uint8Array(16))).toBe(true)
  expect(new Set(Array.from({ length: 100 }, ids.uuid)).size).toBe(100)
})

test('hashes with SHA-256 to lower-case hexadecimal', async () =>
  expect(await ids.sha256(new TextEncoder().encode('abc'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  ))

test('refused storage stores nothing and does not throw', () => {
  local.tab.set('a', '1')
  expect(local.tab.get('a')).toBe('1')
  local.tab.set('a', null)
  expect(local.tab.get('a')).toBeNull()
  const spy = vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  local.tab.set('a', '1')
  expect(local.tab.get('a')).toBeNull()
  spy.mockRestore()
})

test('reads the campaign’s ids from the document and rejects a document without them', () => {
  const page = document.createElement('div')
  page.innerHTML = '<meta name="campaign-liff-id" content="1-a"><meta name="campaign-oa-id" content="@a">'
  expect(readConfig(page)).toEqual({ liffId: '1-a', oaId: '@a' })
  expect(() => readConfig(document.createElement('div'))).toThrow('campaign-liff-id')
})

test('reloads for a missing script once in 30 seconds, and never while the server is unreachable', () => {
  let now = 1_000_000
  let reloads = 0
  let state: 'reachable' | 'unreachable' = 'unreachable'
  const reload = createStaleBuildReload({
    local,
    clock: { now: () => now, after: () => () => {} },
    connectivity: {
      state: () => state,
      strangerAnswers: () => false,
      onChange: () => () => {},
      onOnline: () => () => {},
    },
    navigation: {
      reload: () => {
        reloads += 1
      },
    },
  })
  reload()
  expect(reloads).toBe(0)
  state = 'reachable'
  reload()
  now += 29_000
  reload()
  expect(reloads).toBe(1)
  now += 2000
  reload()
  expect(reloads).toBe(2)
  // The customer has set the clock back.
  now -= 30_000
  reload()
  expect(reloads).toBe(3)
})

test('copies a text, and says so if the browser refuses or has no clipboard', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect(await copyText('EX123456789TH')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('EX123456789TH')
  writeText.mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'))
  expect(await copyText('EX123456789TH')).toBe(false)
  vi.stubGlobal('navigator', {})
  expect(await copyText('EX123456789TH')).toBe(false)
})
