import { beforeAll, expect, test } from 'vitest'
import type { TextKey } from '#src/i18n/keys.ts'
import type { Lang } from '#src/i18n/languages.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { activity } from '#src/i18n/th/activity.ts'
import { answerTexts } from '#src/i18n/th/answers.ts'
import { common } from '#src/i18n/th/common.ts'
import { home } from '#src/i18n/th/home.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import { generate } from '#tests/kit/chaos/generate.ts'
import { describe, type History } from '#tests/kit/chaos/history.ts'
import { labels, rare, unseen } from '#tests/kit/chaos/labels.ts'
import { type Plant, play } from '#tests/kit/chaos/play.ts'
import { screenHistories } from '#tests/kit/chaos/screen-histories.ts'
import { screenLies } from '#tests/kit/chaos/screen-lies.ts'
import { loadScreens } from '#tests/kit/chaos/screens.tsx'
import { truths } from '#tests/kit/chaos/sentences.ts'
import { shrink } from '#tests/kit/chaos/shrink.ts'
import { singleFaults } from '#tests/kit/chaos/single-faults.ts'
import { withScreens } from '#tests/kit/chaos/with-screens.ts'
import type { Problem } from '#tests/kit/chaos/world.ts'
import { inCircle } from '#tests/kit/circle.ts'

const STEPS = 25
const SEEDS = inCircle({ push: 4, merge: 4, nightly: 16 })
/** One in this many single-fault histories is played with screens. */
const FAULTS_EVERY = inCircle({ push: 120, merge: 120, nightly: 30 })

const langs: readonly Lang[] = ['th', 'en']
beforeAll(async () => {
  for (const lang of langs) await loadScreens(lang)
})

/** Matches the keys of texts that are about writes, or that are shown next to such texts. */
const about = /^(write|outbox|answers?|thanks|receipt|detail|photo|status|history|profile|offline)\./
const texts = {
  ...writeTexts,
  ...answerTexts,
  ...activity,
  ...home,
  ...receiptTexts,
  ...accountTexts,
  ...common,
}
const keys = Object.keys(texts).filter(key => about.test(key))

test('every text about a write has its truth or is a label', () => {
  const known = [...Object.keys(truths), ...labels]
  expect(keys.filter(key => !known.includes(key))).toEqual([])
  expect(known.filter(key => !keys.includes(key))).toEqual([])
  expect(known.filter((key, i) => known.indexOf(key) !== i)).toEqual([])
})

test('the screens say nothing untrue, and every sentence about a write is shown', async () => {
  const seen = new Set<TextKey>()
  const failed: Record<string, readonly Problem[]> = {}
  let count = 0
  async function playIn(name: string, history: History, plant: Plant = {}) {
    count += 1
    const lang = langs[count % 2] ?? 'th'
    const { problems } = await play(history, withScreens(plant, { lang, onSaid: ({ key }) => seen.add(key) }))
    if (problems.length > 0) failed[name] = problems
  }
  for (const [name, { history, plant }] of Object.entries(screenHistories)) await playIn(name, history, plant)
  for (let seed = 1; seed <= SEEDS; seed++) await playIn(`--only ${seed}`, generate(seed, STEPS))
  const faults = await singleFaults()
  for (const { name, history, plant } of faults.filter((_, i) => i % FAULTS_EVERY === 0))
    await playIn(name, history, plant)
  expect(failed).toEqual({})
  const never = Object.keys(truths).filter(key => !seen.has(key as TextKey) && !rare.includes(key))
  expect(never.sort()).toEqual(Object.values(unseen).flat().sort())
}, 600_000)

const MAX_SEEDS = 20
const MAX_STEPS = 8

const isUntrue = (problems: readonly Problem[]) => problems.some(({ kind }) => kind === 'untrue')

/** These runs test the harness itself, which changes rarely. */
const lies = inCircle({ push: [], merge: [], nightly: Object.entries(screenLies) })

test.each(lies)(
  'finds what a screen says wrongly and shows it in at most 8 steps: %s',
  async (_, change) => {
    const isLie = async (history: History, options = { change }) => {
      const plant = withScreens({ isDone: isUntrue }, { lang: 'th', ...options })
      return isUntrue((await play(history, plant)).problems)
    }
    let found: History | null = null
    for (let seed = 1; seed <= MAX_SEEDS && found === null; seed++)
      if (await isLie(generate(seed, STEPS))) found = generate(seed, STEPS)
    if (found === null) throw new Error(`${MAX_SEEDS} histories did not show it`)
    const small = await shrink(found, candidate => isLie(candidate))
    expect(small.steps.length, describe(small)).toBeLessThanOrEqual(MAX_STEPS)
    // Without the lie, the history passes, so it fails only because of the lie.
    expect(await isLie(small, { change: app => app })).toBe(false)
  },
  600_000,
)
