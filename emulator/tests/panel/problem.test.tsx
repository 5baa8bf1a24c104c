// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { ControlError } from '#emulator/panel/api/client.ts'
import { useAttempt } from '#emulator/panel/state/use-emulator-state.ts'
import { act, mount } from '#tests/kit/act.ts'

const refused = () => Promise.reject(new ControlError('network.kind: expected'))
const silent = () => Promise.reject(new TypeError('Failed to fetch'))
const succeed = async () => undefined

async function calls() {
  let newest: ReturnType<typeof useAttempt> | undefined
  function Panel() {
    newest = useAttempt()
    return null
  }
  const { root } = mount()
  await act(() => root.render(<Panel />))
  return {
    attempt: (run: () => Promise<unknown>) => act(() => newest?.attempt(run)),
    follow: (run: () => Promise<unknown>) => act(() => newest?.follow(run)),
    problem: () => newest?.problem?.kind,
  }
}

test('what the emulator has refused stays on the screen while the panel loads the state again', async () => {
  const { attempt, follow, problem } = await calls()
  await attempt(refused)
  await follow(succeed)
  expect(problem()).toBe('refused')
  await attempt(succeed)
  expect(problem()).toBeUndefined()
})

test('an emulator that answers again is no problem any more', async () => {
  const { attempt, follow, problem } = await calls()
  await attempt(silent)
  expect(problem()).toBe('silent')
  await follow(succeed)
  expect(problem()).toBeUndefined()
  await follow(silent)
  expect(problem()).toBe('silent')
})
