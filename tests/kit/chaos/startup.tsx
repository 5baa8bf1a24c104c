import { effect } from '@preact/signals-core'
import { en } from '#src/i18n/en.ts'
import type { Lang } from '#src/i18n/languages.ts'
import { first } from '#src/i18n/th.ts'
import { later } from '#src/i18n/th-later.ts'
import { type AppPage, customerPhone, isSignIn } from '#tests/kit/customer-phone.ts'
import { lateScripts } from '#tests/kit/late-scripts.ts'
import { seededRandom } from '#tests/kit/random.ts'
import { startupScreen } from '#tests/kit/startup-screen.tsx'
import { patternOf, textsIn } from './read-screens.ts'
import {
  allTruths,
  type Facts,
  heldCalls,
  ifNamed,
  isAboutNow,
  type LineAnswer,
  lineNames,
  lines,
  nothingKnown,
  type Sentence,
  type ServerAnswer,
  servers,
  type Truth,
} from './startup-truths.ts'

/**
 * Random startup histories in which the server and LINE fail only for a while. Each step checks all sentences on the
 * screen.
 */

type Step = {
  readonly activity: ServerAnswer
  readonly signIn: ServerAnswer
  readonly line: LineAnswer
  readonly opens: boolean
  readonly seconds: number
}

/** `known`: the phone has the customer's data. `stranger`: it does not. `new`: the customer has not joined. */
export type StartupHistory = {
  /** Seed of the app's random delays. */
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

/** Seconds between two checks of the screens. They are also checked at the end of each step. */
const LOOK_EVERY_S = 12

const once = (step: Partial<Step>, who: StartupHistory['who'] = 'stranger'): StartupHistory => ({
  seed: 1,
  who,
  openid: false,
  steps: [{ activity: 'ok', signIn: 'ok', line: 'ok', opens: true, seconds: 5, ...step }],
})

/** One history for each failure at each call. Only customers whom the phone does not know see the reason. */
export const singleStartupFaults: readonly StartupHistory[] = [
  ...servers.flatMap(answer => [once({ activity: answer }), once({ signIn: answer })]),
  ...servers.map(answer => once({ activity: answer, signIn: answer }, 'known')),
  ...lineNames.map(answer => once({ line: answer })),
  // The loading screen says only after ten seconds whether it waits for the server or for LINE.
  once({ signIn: 'hang', seconds: 20 }),
  once({ line: 'init hangs', seconds: 20 }),
]

const truths = Object.entries(allTruths) as [Sentence, Truth][]
const dictionaries = { th: { ...first, ...later }, en } as const

/** Returns the keys of startup's sentences that an element shows. Two keys can have the same text. */
export function sentencesIn(element: Element, lang: Lang): Sentence[] {
  const shown = textsIn(element).map(({ text }) => text)
  return truths.flatMap(([key]) => {
    const pattern = patternOf(dictionaries[lang][key])
    return shown.some(text => pattern.test(text)) ? [key] : []
  })
}

/** Plays a history and returns its problems in order. `onSaid` is called for each sentence that a screen has shown. */
export async function playStartup(
  history: StartupHistory,
  lang: Lang,
  onSaid: (key: Sentence) => void = () => {},
): Promise<string[]> {
  // During the history, these scripts would load in real time, and the page's timers would not wait for them.
  await lateScripts()
  const problems: string[] = []
  const phone = await customerPhone(history.openid ? 'friend' : 'no-openid-scope', {
    random: seededRandom(history.seed),
    timeLimits: true,
  })
  phone.local.phone.set('lang', lang)
  let facts: Facts = nothingKnown
  /**
   * The facts at the moment when the app entered its current phase. A screen says why an attempt failed until the next
   * attempt has ended.
   */
  let atPhase = facts
  let stopWatching = () => {}
  let now: Step | null = null
  /** Elapsed time in milliseconds, and the elapsed time at which the loading screen appeared. */
  let clock = 0
  let loadingSince: number | null = null
  let attempt = 0
  /** The answers that asked the previous page to wait. They count until this page makes its first call. */
  let stored: Pick<Facts, 'activity' | 'signIn'> = nothingKnown
  const hanging = new Set<Request>()
  phone.setFault(request => {
    const { pathname } = new URL(request.url)
    const isActivity = pathname === '/api/master/activity'
    const isSigningIn = isSignIn(request.url) || pathname === '/api/authorization/register'
    const newest = now === null ? 'ok' : isActivity ? now.activity : isSigningIn ? now.signIn : 'ok'
    if (now !== null && isActivity) {
      attempt += 1
      facts = { ...nothingKnown, signIn: stored.signIn, line: [now.line], newest: facts.newest }
      stored = nothingKnown
    }
    const [mine, counts] = [attempt, now !== null]
    function hear() {
      const answer = isActivity ? { activity: newest } : isSigningIn ? { signIn: newest } : {}
      facts = { ...facts, newest, ...(counts && mine === attempt && answer) }
    }
    if (newest !== 'hang') hear()
    else {
      hanging.add(request)
      request.signal.addEventListener('abort', () => {
        hanging.delete(request)
        // The app can also abort a request before its time limit.
        if (request.signal.reason.name === 'TimeoutError') hear()
      })
    }
    return newest
  })
  const screen = startupScreen()

  async function pass(page: AppPage, seconds: number) {
    for (let quarter = 0; quarter < seconds * 4; quarter += 1) {
      page.pass(250)
      phone.server.clock.advance(250)
      clock += 250
      for (let turn = 0; turn < 5 || phone.busy(); turn += 1) await new Promise(setImmediate)
    }
  }

  async function check(page: AppPage, what: string) {
    const present: Facts = {
      ...facts,
      hanging: [
        ...(hanging.size > 0 ? ['server' as const] : []),
        ...(phone.lineCalls.isHeld() ? ['line' as const] : []),
      ],
      loading: loadingSince === null ? 0 : (clock - loadingSince) / 1000,
    }
    const said = await screen.look(page.app, element => sentencesIn(element, lang))
    for (const key of said) {
      onSaid(key)
      const known = isAboutNow(key) ? present : atPhase
      if (allTruths[key](known)) continue
      // Two keys can have the same text.
      const same = truths.some(
        ([other, truth]) => dictionaries[lang][other] === dictionaries[lang][key] && truth(known),
      )
      if (!same) problems.push(`${what}: a screen says ${key}, but ${JSON.stringify(known)}`)
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
      // The previous page no longer counts, even if LINE answers it now.
      if (step.opens) stopWatching()
      phone.lineCalls.hold(heldCalls[step.line] ?? null)
      phone.headless.patch({ faults: lines[step.line].map(fault => ({ host: 'api.line.me', ...fault })) })
      if (step.opens || page === null) {
        if (page !== null) await phone.headless.open()
        stored = { activity: ifNamed(facts.activity), signIn: ifNamed(facts.signIn) }
        facts = { ...nothingKnown, ...stored }
        hanging.clear()
        loadingSince = null
        page = phone.load()
        stopWatching()
        shown = null
        const { phase } = page.app.session
        stopWatching = effect(() => {
          atPhase = facts
          const { kind } = phase.value
          loadingSince = kind === 'starting' ? (loadingSince ?? clock) : null
          // Noted even if the screen is back before the end of the step.
          if (shown !== null && kind !== shown) problems.push(`step ${i}: ${shown} was replaced by ${kind}`)
          if (kind === 'ready' || kind === 'register') shown = kind
        })
      }
      for (let left = step.seconds; left > 0; left -= LOOK_EVERY_S) {
        await pass(page, Math.min(left, LOOK_EVERY_S))
        await check(page, `step ${i}`)
      }
    }
    if (page === null) return problems
    now = null
    phone.lineCalls.hold(null)
    phone.headless.patch({ faults: [] })
    await pass(page, 130)
    const phase = page.app.session.phase.peek()
    const isDone = history.who === 'new' ? phase.kind === 'register' : phase.kind === 'ready' && phase.online
    if (!isDone) problems.push(`the end: ${JSON.stringify(phase)}`)
    return problems
  } finally {
    stopWatching()
    await screen.end()
    await phone.server.close()
  }
}
