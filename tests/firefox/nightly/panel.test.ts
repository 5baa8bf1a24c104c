import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiffHost, startLiffHost } from '#emulator-tests/kit/liff-host.ts'
import { type Firefox, startFirefox } from '#tests/kit/firefox.ts'
import { pressEveryButton, watchEffects } from '#tests/kit/panel-buttons.ts'

let firefox: Firefox
let host: LiffHost

beforeAll(async () => {
  ;[firefox, host] = await Promise.all([startFirefox(), startLiffHost()])
})
afterAll(() => Promise.all([firefox.close(), host.close()]))

test('every button of the panel does something, and none fails', async () => {
  await host.load('friend')
  await firefox.goto(`${host.url}/__emulator/`)
  await firefox.waitFor('window.started', '/full-2.26.1/')
  // A button without an effect, to show that the test detects it.
  await firefox.evaluate(
    "void document.body.prepend(Object.assign(document.createElement('button'), { textContent: 'dead', style: 'position: fixed' }))",
  )
  await firefox.evaluate(
    `void (${pressEveryButton})(${watchEffects}).then(result => { window.result = result })`,
  )
  await expect.poll(() => firefox.evaluate('Boolean(window.result)'), { timeout: 230_000 }).toBe(true)
  const { pressed, errors } =
    await firefox.evaluate<Awaited<ReturnType<typeof pressEveryButton>>>('window.result')
  expect(pressed.find(({ button }) => button.includes('dead'))).toMatchObject({ effect: null })
  expect(pressed.filter(({ effect }) => effect === null)).toEqual([{ button: '> dead', effect: null }])
  expect(pressed.length).toBeGreaterThan(40)
  expect(errors).toEqual([])
}, 240_000)
