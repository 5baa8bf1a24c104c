// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Scenario } from '#emulator/panel/api/types.ts'
import type { Frame } from '#emulator/panel/phone/use-frame.ts'
import { useReopen } from '#emulator/panel/phone/use-reopen.ts'
import { resolveScenario } from '#emulator/scenario/named.ts'
import { act, mount } from '#tests/kit/act.ts'

type Changes = Partial<Scenario['environment']>

/** Shows the app on the panel's phone. `change` is another client's change. It resolves to the number of reopenings. */
async function openApp(name: string) {
  let opened = 0
  let session = 's1'
  let { environment } = resolveScenario(name, {})
  const open = () => {
    opened += 1
  }
  const frame = { screen: 'app', openCount: 1, open } as unknown as Frame
  function Phone() {
    useReopen(frame, { session, environment })
    return null
  }
  const { root } = mount()
  const show = () => act(() => root.render(<Phone />))
  await show()
  return async (changes: Changes, nextSession = session) => {
    environment = { ...environment, ...changes }
    session = nextSession
    await show()
    return opened
  }
}

test('the panel opens the app again if another client changes the environment or the session', async () => {
  const change = await openApp('friend')
  expect(await change({ os: 'ios' })).toBe(1)
  expect(await change({}, 's2')).toBe(2)
  expect(await change({ webLogin: 'password' })).toBe(2)
})

test('the panel does not open an app again that has opened the LIFF browser from LINE’s in-app browser', async () => {
  const change = await openApp('in-app-browser')
  expect(await change({ kind: 'liff' })).toBe(0)
  expect(await change({ kind: 'external' })).toBe(1)
})
