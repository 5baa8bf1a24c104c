import { effect } from '@preact/signals-core'
import { createRoot } from 'react-dom/client'
import { AppContext } from '#src/app-context.ts'
import { en } from '#src/i18n/en.ts'
import type { TextKey } from '#src/i18n/keys.ts'
import type { Lang } from '#src/i18n/languages.ts'
import { first } from '#src/i18n/th.ts'
import { later } from '#src/i18n/th-later.ts'
import { StartupScreen } from '#src/screens/startup/startup.tsx'
import Stopped from '#src/screens/startup/stopped.tsx'
import { isOnScreen, isStopped } from '#src/startup/phase.ts'
import { act } from '#tests/kit/act.ts'
import { type AppPage, customerPhone, isSignIn } from '#tests/kit/customer-phone.ts'
import { lateScripts } from '#tests/kit/late-scripts.ts'
import type { Fault } from '#tests/kit/network.ts'
import { seededRandom } from '#tests/kit/random.ts'
import { patternOf, textsIn } from './read-screens.ts'

/**
 * Random histories of startup on the real server and the headless LIFF, in which our server and LINE only ever fail for a
 * while. After each step, every sentence of startup's screens is compared with what the server and LINE have answered.
 */

const servers = [
  'ok',
  'drop-request',
  'portal',
  'wait-a-minute',
  'too-many',
  'internal',
  'unavailable',
  'gateway-503',
  'gateway-429',
  'no-such-page',
] as const satisfies readonly Fault[]
type ServerAnswer = (typeof servers)[number]

/** Faults of LINE: of the calls that init makes, or of the friendship check. */
const lines = {
  ok: [],
  'verify 503': [{ path: '/oauth2/v2.1/verify', status: 503 }],
  'certs 429': [{ path: '/oauth2/v2.1/certs', status: 429 }],
  'verify lost': [{ path: '/oauth2/v2.1/verify', drop: 'before' }],
  'friendship 503': [{ path: '/friendship/v1/status', status: 503 }],
  'friendship lost': [{ path: '/friendship/v1/status', drop: 'before' }],
} as const
type LineAnswer = keyof typeof lines
const lineNames = Object.keys(lines) as LineAnswer[]

type Step = {
  readonly activity: ServerAnswer
  readonly signIn: ServerAnswer
  readonly line: LineAnswer
  readonly opens: boolean
  readonly seconds: number
}

/** `known`: the phone has the customer's data. `stranger`: it does not. `new`: the customer has not joined. */
export type StartupHistory = {
  /** Of the app's random waits. */
  readonly seed: number
  readonly who: 'known' | 'stranger' | 'new'
  readonly openid: boolean
  readonly steps: readonly Step[]
}

export function startupHistory(seed: number): StartupHistory {
  const random = seededRandom(seed)
  const pick = <T,>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const often = <T,>(usual: T, list: readonly T[]): T => (random() < 0.5 ? usual : pick(list))
  return {
    seed,
    who: pick(['known', 'stranger', 'new'] as const),
    openid: random() < 0.7,
    steps: Array.from({ length: 5 }, (_, i) => ({
      activity: often('ok', servers),
      signIn: often('ok', servers),
      line: often('ok', lineNames),
      opens: i === 0 || random() < 0.3,
      seconds: pick([2, 5, 20, 70]),
    })),
  }
}

const once = (step: Partial<Step>): StartupHistory => ({
  seed: 1,
  who: 'stranger',
  openid: false,
  steps: [{ activity: 'ok', signIn: 'ok', line: 'ok', opens: true, seconds: 5, ...step }],
})

/** One history for each failure at each of startup's calls. A customer whom the phone does not know sees the reason. */
export const singleStartupFaults: readonly StartupHistory[] = [
  ...servers.flatMap(answer => [once({ activity: answer }), once({ signIn: answer })]),
  ...lineNames.map(answer => once({ line: answer })),
]

/** The answers to the calls of startup's newest attempt, which begins with `activity`, and LINE's faults since then. */
type Facts = {
  readonly activity: ServerAnswer | null
  readonly signIn: ServerAnswer | null
  readonly line: readonly LineAnswer[]
}

const nothingKnown: Facts = { activity: null, signIn: null, line: [] }

type Truth = (facts: Facts) => boolean

const answered =
  (...answers: readonly ServerAnswer[]): Truth =>
  ({ activity, signIn }) =>
    [activity, signIn].some(one => one !== null && answers.includes(one))

const network = answered('drop-request')
const portal = answered('portal')
const busy = answered('wait-a-minute', 'too-many', 'gateway-429')
const server = answered('internal', 'unavailable', 'gateway-503')
const unknown = answered('no-such-page')
/** Our server has named a time. */
const named = answered('wait-a-minute', 'too-many', 'unavailable')
const line: Truth = facts => facts.activity === 'ok' && facts.line.some(one => one !== 'ok')
/** These histories contain nothing that could make such a sentence true. */
export const never: Truth = () => false
const always: Truth = () => true

/** When the texts of startup are true in these histories. */
export const startupTruths = {
  'start.slow': always,
  'start.leaving.line': never,
  'start.leaving.login': never,
  'start.leaving.add-friend': never,
  'start.leaving.reload': never,
  'start.network.title': facts => network(facts) || portal(facts),
  'start.network.text': network,
  'start.timeout.title': never,
  'start.timeout.text': never,
  'start.portal.title': facts => network(facts) || portal(facts),
  'start.portal.text': portal,
  'start.busy.title': busy,
  'start.busy.text': busy,
  'start.server.title': server,
  'start.server.text': server,
  'start.unknown.title': unknown,
  'start.unknown.text': unknown,
  'start.line.title': line,
  'start.line.text': line,
  // Our server names a time as well if it cannot ask LINE about a token.
  'start.retryAt': facts => named(facts) || line(facts),
  'start.reference': always,
  'start.notInLine.title': never,
  'start.notInLine.text': never,
  'start.addFriend.title': never,
  'start.addFriend.text': never,
  'start.failed.title': never,
  'start.failed.text': never,
  'start.blocked.title': never,
  'start.blocked.text': never,
  'start.clock.title': never,
  'start.clock.text': never,
  'start.signedOut.title': never,
  'start.signedOut.text': never,
  'start.replaced.title': never,
  'start.replaced.text': never,
  'start.cancelled.title': never,
  'start.cancelled.text': never,
  'start.cancelled.again': never,
} as const satisfies { readonly [K in TextKey]?: Truth }

const truths = Object.entries(startupTruths) as [keyof typeof startupTruths, Truth][]
const dictionaries = { th: { ...first, ...later }, en } as const

/** Returns the keys of startup's sentences that an element shows. Two keys can have the same text. */
function sentencesIn(element: Element, lang: Lang): (keyof typeof startupTruths)[] {
  const shown = textsIn(element).map(({ text }) => text)
  return truths.flatMap(([key]) => {
    const pattern = patternOf(dictionaries[lang][key])
    return shown.some(text => pattern.test(text)) ? [key] : []
  })
}

/** Plays a history. Returns what was wrong, in order. `onSaid` is called for each sentence that a screen has shown. */
export async function playStartup(
  history: StartupHistory,
  lang: Lang,
  onSaid: (key: keyof typeof startupTruths) => void = () => {},
): Promise<string[]> {
  // They would load in real time, for which the page's timers do not wait.
  await lateScripts()
  const problems: string[] = []
  const phone = await customerPhone(history.openid ? 'friend' : 'no-openid-scope', {
    random: seededRandom(history.seed),
  })
  phone.local.phone.set('lang', lang)
  let facts: Facts = nothingKnown
  /** The facts when the app entered its current phase. A screen says why an attempt failed until the next one has ended. */
  let atPhase = facts
  let stopWatching = () => {}
  let now: Step | null = null
  phone.setFault(({ url }) => {
    const { pathname } = new URL(url)
    if (now === null) return 'ok'
    if (pathname === '/api/master/activity')
      facts = { activity: now.activity, signIn: null, line: [now.line] }
    else if (isSignIn(url) || pathname === '/api/authorization/register')
      facts = { ...facts, signIn: now.signIn }
    else return 'ok'
    return pathname === '/api/master/activity' ? now.activity : now.signIn
  })
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)

  async function pass(page: AppPage, seconds: number) {
    for (let quarter = 0; quarter < seconds * 4; quarter += 1) {
      page.pass(250)
      for (let turn = 0; turn < 5 || phone.busy(); turn += 1) await new Promise(setImmediate)
    }
  }

  async function check(page: AppPage, what: string) {
    const phase = page.app.session.phase.peek()
    await act(() =>
      root.render(
        <AppContext value={page.app}>
          {isStopped(phase) ? <Stopped /> : isOnScreen(phase) ? null : <StartupScreen phase={phase} />}
        </AppContext>,
      ),
    )
    const said = sentencesIn(container, lang)
    // Nothing is rendered while time passes, because that would be outside React's `act`.
    await act(() => root.render(null))
    for (const key of said) {
      onSaid(key)
      if (startupTruths[key](atPhase)) continue
      // Two texts can be the same. One of them is true then.
      const same = truths.some(
        ([other, truth]) => dictionaries[lang][other] === dictionaries[lang][key] && truth(atPhase),
      )
      if (!same) problems.push(`${what}: a screen says ${key}, but ${JSON.stringify(atPhase)}`)
    }
  }

  try {
    if (history.who !== 'new') await phone.register()
    if (history.who === 'known') {
      await pass(phone.load(), 2)
      await phone.headless.open()
    }
    let page: AppPage | null = null
    let shown: string | null = null
    for (const [i, step] of history.steps.entries()) {
      now = step
      facts = { ...facts, line: [...facts.line, step.line] }
      phone.headless.patch({ faults: lines[step.line].map(fault => ({ host: 'api.line.me', ...fault })) })
      if (step.opens || page === null) {
        if (page !== null) await phone.headless.open()
        facts = nothingKnown
        page = phone.load()
        stopWatching()
        stopWatching = effect(() => {
          if (page?.app.session.phase.value) atPhase = facts
        })
        shown = null
      }
      await pass(page, step.seconds)
      const { kind } = page.app.session.phase.peek()
      if (shown !== null && kind !== shown) problems.push(`step ${i}: ${shown} was replaced by ${kind}`)
      if (kind === 'ready' || kind === 'register') shown = kind
      await check(page, `step ${i}`)
    }
    if (page === null) return problems
    now = null
    phone.headless.patch({ faults: [] })
    await pass(page, 130)
    const phase = page.app.session.phase.peek()
    const isDone = history.who === 'new' ? phase.kind === 'register' : phase.kind === 'ready' && phase.online
    if (!isDone) problems.push(`the end: ${JSON.stringify(phase)}`)
    return problems
  } finally {
    stopWatching()
    await act(() => root.unmount())
    container.remove()
    await phone.server.close()
  }
}
