import type { Liff } from '@line/liff'
import type { Scenario, ScenarioInput } from '../scenario/schema.ts'
import { dataOf, type MockData, type Outcomes } from './mock-data.ts'

// TypeScript does not find this package of the SDK with NodeNext (the package has no entry point) or with pnpm (which
// hides it). In those cases, the declaration has no effect, and the config is unchecked.
// biome-ignore lint/suspicious/noTsIgnore: `@ts-expect-error` would be an error where the package is found.
/** @ts-ignore: the package may not be found. */
declare module '@liff/types' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: a type cannot be merged with the SDK's interface Config.
  interface Config {
    /** Enables liff-mock, if `LiffMockPlugin` is installed. */
    mock?: boolean
  }
}

type MockApi = { set(change: (before: MockData) => MockData): void }

export type DrivenLiffMock = {
  readonly scenario: () => Scenario
  /** Changes the scenario. If liff-mock cannot express the new one, rejects with the reason and changes nothing. */
  readonly change: (scenario: string | ScenarioInput) => Promise<void>
  /** Signs the user in, as `liff.login()` and LINE's login page would. */
  readonly completeLogin: () => Promise<void>
  /** Reopens the app from its LIFF URL. Inside LINE, the app gets new tokens. */
  readonly reopen: () => Promise<void>
  /** A `fetch` for the app's own server. It reaches the emulated LINE that issued the tokens. */
  readonly lineFetch: typeof fetch
  /** Restores liff-mock's earlier data. Of nested `driveLiffMock` calls, restore the innermost first. */
  readonly restore: () => void
}

/** The emulated LINE behind liff-mock. `outcomes` holds the results since the user's last action. */
export type MockLine = Omit<DrivenLiffMock, 'restore'> & {
  readonly outcomes: () => Outcomes
  readonly end: () => void
}

function mockApiOf(liff: object): MockApi {
  const { $mock } = liff as { $mock?: MockApi }
  if ($mock === undefined) throw new Error('Call liff.use(new LiffMockPlugin()) before driveLiffMock.')
  return $mock
}

/** True once `liff.init` has run in mock mode, so that liff-mock handles calls to `liff`. */
function isMocked(liff: Pick<Liff, 'getVersion'>, mock: MockApi): boolean {
  let data: MockData = {}
  const probe = Symbol('version')
  mock.set(before => {
    data = before
    return { ...before, getVersion: probe }
  })
  const answers = (liff.getVersion() as unknown) === probe
  mock.set(() => data)
  return answers
}

/** liff-mock rejects these calls before the first login, even if its data says that the user is logged in. */
const AFTER_LOGIN = ['getFriendship', 'getProfile', 'sendMessages', 'shareTargetPicker'] as const

type Guarded = Record<(typeof AFTER_LOGIN)[number], () => Promise<unknown>>

/** Makes liff-mock return its data for these calls even before a login, until the returned function is called. */
function passLogin(liff: Guarded, mock: MockApi): () => void {
  const before = AFTER_LOGIN.map(name => [name, liff[name]] as const)
  for (const name of AFTER_LOGIN)
    liff[name] = async () => {
      let data: MockData = {}
      mock.set(now => {
        data = now
        return now
      })
      return data[name]
    }
  return () => void Object.assign(liff, Object.fromEntries(before))
}

export type MockedLiff = Pick<Liff, (typeof AFTER_LOGIN)[number] | 'getVersion' | 'init'>

/** Sets liff-mock's data to the results from the emulated LINE that `open` returns. See `driveLiffMock`. */
export async function drive(liff: MockedLiff, open: () => Promise<MockLine>): Promise<DrivenLiffMock> {
  const mock = mockApiOf(liff)
  const line = await open()
  // liff-mock replaces the functions of `liff` during the first init; further calls change nothing.
  if (!isMocked(liff, mock)) await liff.init({ liffId: line.scenario().apps[0]?.liffId ?? '', mock: true })
  let original: MockData = {}
  mock.set(before => {
    original = before
    return before
  })
  const show = () => mock.set(() => ({ ...original, ...dataOf(line.outcomes()) }))
  show()
  const refuseAgain = passLogin(liff as unknown as Guarded, mock)
  let isRestored = false
  return {
    scenario: line.scenario,
    change: scenario => line.change(scenario).then(show),
    completeLogin: () => line.completeLogin().then(show),
    reopen: () => line.reopen().then(show),
    lineFetch: line.lineFetch,
    restore() {
      if (isRestored) return
      isRestored = true
      line.end()
      refuseAgain()
      mock.set(() => original)
    },
  }
}
