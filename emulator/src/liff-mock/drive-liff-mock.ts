import type { Liff } from '@line/liff'
import {
  baseOf,
  createHeadlessLiff,
  type HeadlessLiff,
  type HeadlessLiffOptions,
} from '../headless/create-headless-liff.ts'
import { resolveScenario } from '../scenario/named.ts'
import type { Scenario, ScenarioInput } from '../scenario/schema.ts'
import { INIT_RESOLVES, refusedField } from './limits.ts'
import { type MockData, mockDataOf } from './mock-data.ts'

// TypeScript does not find this package of the SDK with NodeNext, because the package names no entry point, and
// in projects of pnpm, which hides it. There the declaration is an error without effect: the config is unchecked.
// biome-ignore lint/suspicious/noTsIgnore: `@ts-expect-error` would be an error where the package is found.
/** @ts-ignore: the package may not be found. */
declare module '@liff/types' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: a type cannot be merged with the SDK's interface Config.
  interface Config {
    /** Uses liff-mock, if `LiffMockPlugin` is installed. */
    mock?: boolean
  }
}

type MockApi = { set(change: (before: MockData) => MockData): void }

export type LiffMockOptions = Pick<HeadlessLiffOptions, 'base' | 'liffId' | 'origin'>

export type DrivenLiffMock = {
  readonly scenario: () => Scenario
  /**
   * Changes to another scenario. Rejects, without changing anything, if liff-mock cannot express it; the error
   * says why.
   */
  readonly change: (scenario: string | ScenarioInput) => Promise<void>
  /** Signs the user in, as after `liff.login()` and LINE's login page. */
  readonly completeLogin: () => Promise<void>
  /** Closes the app and opens it again from its LIFF URL. Inside LINE, the app gets new tokens. */
  readonly reopen: () => Promise<void>
  /** Sends requests from the app's own server to the LINE that issued the tokens. Use it in place of `fetch`. */
  readonly lineFetch: typeof fetch
  /** Restores the data and the refusals that liff-mock had before. If drives are nested, restore the inner one first. */
  readonly restore: () => void
}

const ELSEWHERE =
  'Use createHeadlessLiff of liff-emulator/headless, or a browser with liff-emulator/playwright.'

async function openedOrThrow(scenario: Scenario, options: LiffMockOptions): Promise<HeadlessLiff> {
  const opened = await openedIn(scenario, options)
  if (typeof opened !== 'string') return opened
  throw new Error(`liff-mock cannot express the scenario "${scenario.name}": ${opened}. ${ELSEWHERE}`)
}

/** Calls init. Throws if it rejects, or if the page leaves for LINE's login, after which init never settles. */
async function initialize({ liff, recorded, scenario }: HeadlessLiff): Promise<void> {
  const before = recorded.navigations.length
  const leaves = () =>
    recorded.navigations.slice(before).some(url => url.startsWith('https://access.line.me/'))
  let done = false
  const init = liff
    .init({ liffId: scenario().apps[0]?.liffId ?? '' })
    .catch((error: Error) => {
      throw new Error(`liff.init rejects with "${error.message}"`)
    })
    .finally(() => {
      done = true
    })
  const left = (async () => {
    while (!done && !leaves()) await new Promise(resolve => setTimeout(resolve, 1))
    if (!done) throw new Error('liff.init waits for LINE’s consent page')
  })()
  await Promise.race([init, left])
}

/** Creates a headless LIFF whose init has resolved, or returns why liff-mock cannot express the scenario. */
async function openedIn(scenario: Scenario, options: LiffMockOptions): Promise<HeadlessLiff | string> {
  const refused = refusedField(scenario)
  if (refused !== null) return refused
  const headless = await createHeadlessLiff(scenario, options)
  try {
    await initialize(headless)
    return headless
  } catch (error) {
    return `${(error as Error).message}, but ${INIT_RESOLVES}`
  }
}

/** Returns why liff-mock cannot express the scenario; null if it can. */
export async function liffMockLimit(
  scenario: string | ScenarioInput,
  options: LiffMockOptions = {},
): Promise<string | null> {
  const opened = await openedIn(resolveScenario(scenario, baseOf(options)), options)
  return typeof opened === 'string' ? opened : null
}

function mockApiOf(liff: object): MockApi {
  const { $mock } = liff as { $mock?: MockApi }
  if ($mock === undefined) throw new Error('Call liff.use(new LiffMockPlugin()) before driveLiffMock.')
  return $mock
}

/** True if liff-mock answers the calls of `liff`, which starts with the first `liff.init` in mock mode. */
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

/** The functions that liff-mock refuses before the first login, even if its data says logged in. */
const AFTER_LOGIN = ['getFriendship', 'getProfile', 'sendMessages', 'shareTargetPicker'] as const

type Guarded = Record<(typeof AFTER_LOGIN)[number], () => Promise<unknown>>

/** Makes those functions return liff-mock's data. Returns a function that puts liff-mock's own back. */
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

/**
 * Sets the data of liff-mock to a scenario, by default `friend`. `liff` is the app's own, with `LiffMockPlugin`
 * installed. The app may call `liff.init({ liffId, mock: true })` before or after. The values are those of headless
 * LIFF, and the tokens those of its emulated LINE. Rejects if liff-mock cannot express the scenario; the error says
 * why.
 */
export async function driveLiffMock(
  liff: Pick<Liff, (typeof AFTER_LOGIN)[number] | 'getVersion' | 'init'>,
  scenario: string | ScenarioInput = 'friend',
  options: LiffMockOptions = {},
): Promise<DrivenLiffMock> {
  const mock = mockApiOf(liff)
  const base = baseOf(options)
  const headless = await openedOrThrow(resolveScenario(scenario, base), options)
  // liff-mock takes over the functions of `liff` in the first init; a second one by the app changes nothing.
  if (!isMocked(liff, mock))
    await liff.init({ liffId: headless.scenario().apps[0]?.liffId ?? '', mock: true })
  let original: MockData = {}
  mock.set(before => {
    original = before
    return before
  })
  async function show() {
    const data = await mockDataOf(headless)
    mock.set(() => ({ ...original, ...data }))
  }
  await show()
  const refuseAgain = passLogin(liff as unknown as Guarded, mock)
  return {
    scenario: headless.scenario,
    async change(next) {
      const resolved = resolveScenario(next, base)
      // Refuses in a headless LIFF of its own, so that the current scenario stays.
      await openedOrThrow(resolved, options)
      await headless.load(resolved)
      await initialize(headless)
      await show()
    },
    async completeLogin() {
      if (headless.liff.isLoggedIn()) return
      headless.liff.login()
      const { origin, pathname } = new URL(await headless.completeLogin())
      await initialize(headless)
      headless.goTo(origin + pathname)
      await show()
    },
    async reopen() {
      await headless.open()
      await initialize(headless)
      await show()
    },
    lineFetch: headless.lineFetch,
    restore() {
      headless.liff.logout()
      refuseAgain()
      mock.set(() => original)
    },
  }
}
