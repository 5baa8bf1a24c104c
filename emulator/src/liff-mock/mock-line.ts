import {
  baseOf,
  createHeadlessLiff,
  type HeadlessLiff,
  type HeadlessLiffOptions,
} from '../headless/create-headless-liff.ts'
import { resolveScenario } from '../scenario/named.ts'
import type { Scenario, ScenarioInput } from '../scenario/schema.ts'
import type { MockLine } from './driver.ts'
import { INIT_RESOLVES, refusedField } from './limits.ts'
import { outcomesOf } from './mock-data.ts'

export type LiffMockOptions = Pick<HeadlessLiffOptions, 'base' | 'liffId' | 'origin'>

const ELSEWHERE =
  'Use createHeadlessLiff of liff-emulator/headless, or a browser with liff-emulator/playwright.'

async function openedOrThrow(scenario: Scenario, options: LiffMockOptions): Promise<HeadlessLiff> {
  const opened = await openedIn(scenario, options)
  if (typeof opened !== 'string') return opened
  throw new Error(`liff-mock cannot express the scenario "${scenario.name}": ${opened}. ${ELSEWHERE}`)
}

/** Throws if init rejects or if it never settles because the page navigates to LINE's login. */
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

/** Returns the headless LIFF, or the reason why liff-mock cannot express the scenario. */
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

/** Returns the reason why liff-mock cannot express the scenario, or null. */
export async function liffMockLimit(
  scenario: string | ScenarioInput,
  options: LiffMockOptions = {},
): Promise<string | null> {
  const opened = await openedIn(resolveScenario(scenario, baseOf(options)), options)
  return typeof opened === 'string' ? opened : null
}

/** Rejects with the reason if liff-mock cannot express the scenario. */
export async function openMockLine(
  scenario: string | ScenarioInput,
  options: LiffMockOptions,
): Promise<MockLine> {
  const base = baseOf(options)
  const headless = await openedOrThrow(resolveScenario(scenario, base), options)
  let outcomes = await outcomesOf(headless)
  const show = async () => {
    outcomes = await outcomesOf(headless)
  }
  return {
    scenario: headless.scenario,
    outcomes: () => outcomes,
    async change(next) {
      const resolved = resolveScenario(next, base)
      // Try the scenario in a separate headless LIFF first, so that a rejection leaves the current one unchanged.
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
    end: () => headless.liff.logout(),
  }
}
