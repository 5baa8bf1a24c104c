import type { ScenarioInput } from '../scenario/schema.ts'
import { type DrivenLiffMock, drive, type MockedLiff, type MockLine } from './driver.ts'
import type { LiffMockOptions } from './mock-line.ts'
import { MOCK_PATH, type MockAnswer, type MockCall } from './wire.ts'

export type { DrivenLiffMock } from './driver.ts'
export type { LiffMockOptions } from './mock-line.ts'

const NO_PLUGIN =
  'driveLiffMock in a page needs the Vite plugin: add liffMock() of liff-emulator/liff-mock/vite to the plugins in vite.config.ts.'

async function ask(call: MockCall) {
  const response = await fetch(MOCK_PATH, { method: 'POST', body: JSON.stringify(call) })
  // A dev server without the plugin responds with a page or a 404.
  const isOurs = response.headers.get('content-type') === 'application/json'
  if (!isOurs) throw new Error(NO_PLUGIN)
  const answer = (await response.json()) as MockAnswer
  if ('error' in answer) throw new Error(answer.error)
  return answer
}

async function openOnDevServer(
  scenario: string | ScenarioInput,
  options: LiffMockOptions,
): Promise<MockLine> {
  let now = await ask({ act: 'open', scenario, options })
  const { id } = now
  const act = async (call: MockCall) => {
    now = await ask(call)
  }
  return {
    scenario: () => now.scenario,
    outcomes: () => now.outcomes,
    change: next => act({ act: 'change', id, scenario: next }),
    completeLogin: () => act({ act: 'completeLogin', id }),
    reopen: () => act({ act: 'reopen', id }),
    async lineFetch(input, init) {
      const { url, method, headers, body } = new Request(input, init)
      const to = `${MOCK_PATH}?${new URLSearchParams({ id, url })}`
      return fetch(to, { method, headers, body: body && (await new Response(body).arrayBuffer()) })
    },
    end: () => void ask({ act: 'end', id }).catch(() => {}),
  }
}

/** Sets liff-mock's data to match a scenario, in a page served by Vite. See `driveLiffMock` for Node. */
export const driveLiffMock = (
  liff: MockedLiff,
  scenario: string | ScenarioInput = 'friend',
  options: LiffMockOptions = {},
): Promise<DrivenLiffMock> =>
  drive(liff, () => openOnDevServer(scenario, { origin: location.origin, ...options }))
