// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { deviceFor } from '#emulator/panel/phone/device.ts'
import { displayUrl } from '#emulator/panel/phone/frame-page.ts'
import { clearAppSession, clearAppStorage } from '#emulator/panel/state/app-storage.ts'
import { PANEL_KEY_PREFIX } from '#emulator/panel/state/use-stored.ts'

const panelKey = `${PANEL_KEY_PREFIX}theme`

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

function databaseNames(): Promise<(string | undefined)[]> {
  return indexedDB.databases().then(all => all.map(({ name }) => name))
}

test('clearAppStorage clears the app’s storage and keeps the panel’s settings', async () => {
  localStorage.setItem('LIFF_STORE:1:accessToken', '"t"')
  localStorage.setItem(panelKey, '"dark"')
  sessionStorage.setItem('draft', '1')
  const fetch = vi.fn(async () => new Response())
  vi.stubGlobal('fetch', fetch)
  await new Promise(resolve => {
    const request = indexedDB.open('campaign')
    request.onsuccess = () => {
      request.result.close()
      resolve(undefined)
    }
  })
  expect(await databaseNames()).toContain('campaign')
  await clearAppStorage()
  expect(Object.keys(localStorage)).toEqual([panelKey])
  expect(sessionStorage).toHaveLength(0)
  // The response deletes the cookies.
  expect(fetch).toHaveBeenCalledWith('/__emulator/erase')
  expect(await databaseNames()).toEqual([])
})

test('clearAppSession clears sessionStorage and keeps localStorage', () => {
  localStorage.setItem('kept', '1')
  sessionStorage.setItem('LIFF_STORE:isInClient', '1')
  clearAppSession()
  expect(localStorage.getItem('kept')).toBe('1')
  expect(sessionStorage).toHaveLength(0)
})

test('displayUrl shows LINE’s pages under their real hosts and hides access tokens', () => {
  expect(displayUrl('http://localhost:4000/__line/access.line.me/liff/v1/authorize?app_id=1')).toBe(
    'https://access.line.me/liff/v1/authorize?app_id=1',
  )
  expect(displayUrl('http://localhost:4000/profile#tab')).toBe('http://localhost:4000/profile#tab')
  expect(displayUrl('http://localhost:4000/#access_token=x&client_id=1')).toBe('http://localhost:4000/')
})

test('the device follows the operating system unless the user chooses another', () => {
  expect(deviceFor('auto', 'ios').id).toBe('iphone')
  expect(deviceFor('auto', 'android').id).toBe('android')
  expect(deviceFor('iphone-large', 'android').id).toBe('iphone-large')
  expect(deviceFor('unknown', 'android').id).toBe('android')
})
