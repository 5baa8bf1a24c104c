import * as v from 'valibot'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/define-call.ts'
import { DAY_MS } from '#contract/time.ts'
import { actNames } from '#tests/kit/chaos/acts.ts'
import { realServer } from '#tests/kit/chaos/backend.ts'
import { difference } from '#tests/kit/chaos/differential.ts'
import { generate } from '#tests/kit/chaos/generate.ts'
import { type Fault, faultKinds, type History } from '#tests/kit/chaos/history.ts'
import { type Plant, play } from '#tests/kit/chaos/play.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { playRecorded } from '#tests/model/record.ts'

function callOf({ method, url }: Request): CallDefinition | undefined {
  const { pathname } = new URL(url)
  const isMatch = (call: CallDefinition) =>
    call.method === method && new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`).test(pathname)
  return Object.values<CallDefinition>(calls).find(isMatch)
}

const STEPS = 25
const SEEDS = inCircle({ push: 80, merge: 120, nightly: 400 })
/** One history in this many also runs on the real server. */
const REAL_EVERY = 20

const seeds = Array.from({ length: SEEDS }, (_, i) => i + 1)
const real = eachFile(realServer)

test('the generator makes every act and every kind of fault', () => {
  const steps = Array.from({ length: 1000 }, (_, i) => generate(i + 1, STEPS).steps).flat()
  const made = new Set(steps.map(step => step.do))
  expect(actNames.filter(name => !made.has(name))).toEqual(['wait'])
  const faults = new Set(steps.flatMap(step => step.faults ?? []))
  expect(faultKinds.filter(kind => !faults.has(kind))).toEqual([])
})

// To shrink a failing history, run `npm run chaos -- --only SEED`.
test('delivers each write exactly once for its owner in random histories of failures', async () => {
  const failed: Record<string, unknown> = {}
  let writes = 0
  let leftForms = 0
  const faults = new Set<Fault>()
  for (const seed of seeds) {
    const outcome = await play(generate(seed, STEPS))
    writes += outcome.ledger.effects.length
    leftForms += outcome.writes.filter(({ told, formOpen }) => told === null && !formOpen).length
    for (const { call, key, fault } of outcome.exchanges)
      if (key !== null && !call.includes('/api/log')) faults.add(fault)
    if (outcome.problems.length > 0) failed[`--only ${seed}`] = outcome.problems
  }
  expect(failed).toEqual({})
  expect(writes).toBeGreaterThan(SEEDS * 5)
  expect(leftForms).toBeGreaterThan(0)
  // In a short run, the rarest kinds of fault may hit no job's request.
  const unmet = faultKinds.filter(kind => !faults.has(kind))
  expect(unmet.length).toBeLessThanOrEqual(inCircle({ push: 2, merge: 2, nightly: 0 }))
}, 600_000)

test('a sign-out that deletes a job which the server already has is not called untrue', async () => {
  const steps: History['steps'] = [
    { do: 'answer', tab: 0, faults: ['hang-reply'], ms: 1000 },
    { do: 'sign-out', unsent: 'discard' },
  ]
  const { problems, ledger, writes } = await play({ seed: 1845, steps })
  expect(problems).toEqual([])
  expect(ledger.answers).toHaveLength(1)
  expect(writes.map(({ told }) => told?.state)).toEqual(['gone'])
})

test('a page view whose answer is lost, and whose retry gets a gateway’s 404, counts once', async () => {
  const steps: History['steps'] = [
    { do: 'page-view', tab: 0, faults: ['drop-reply', 'page-404'], ms: 60_000 },
  ]
  const { problems, ledger, exchanges } = await play({ seed: 1, steps })
  expect(exchanges.map(({ fault }) => fault).slice(0, 2)).toEqual(['drop-reply', 'page-404'])
  expect(problems).toEqual([])
  expect(ledger.pageViews).toHaveLength(1)
})

test('a tab may say "sending" after the tab that was sending has crashed', async () => {
  const steps: History['steps'] = [
    { do: 'freeze', tab: 0 },
    { do: 'crash', tab: 0, steps: 31 },
    { do: 'sign-in', who: 'B' },
    { do: 'open' },
    { do: 'answer', tab: 0, ms: 406 },
  ]
  const { problems, ledger } = await play({ seed: 1940, steps })
  expect(problems).toEqual([])
  expect(ledger.answers).toHaveLength(1)
})

test('an answer that the server has may look too old, and be deleted from the phone', async () => {
  const steps: History['steps'] = [
    { do: 'answer', tab: 0, faults: ['drop-reply'], ms: 100 },
    { do: 'set-clock', ms: 8 * DAY_MS },
    { do: 'wait', ms: 100 },
    { do: 'discard', tab: 0, write: 0, ms: 100 },
  ]
  const { played, rejection } = await playRecorded({ seed: 1, steps })
  expect([played.problems, rejection]).toEqual([[], null])
  expect(played.ledger.answers).toHaveLength(1)
  expect(played.writes).toMatchObject([{ expiredTried: true, deleted: true }])
})

test('the reference server answers and stores the same as the real server in random histories', async () => {
  const different: Record<string, string> = {}
  for (const seed of seeds.filter(one => one % REAL_EVERY === 0)) {
    const found = await difference(generate(seed, STEPS), real.make)
    if (found !== null) different[`--only ${seed}`] = found
  }
  expect(different).toEqual({})
}, 120_000)

test('the reference server answers as the contract says', async () => {
  const answered = new Set<string>()
  const wrong: string[] = []
  const network: Plant['network'] = fetch => async request => {
    const response = await fetch(request)
    if (!response.headers.get('x-request-id')?.startsWith('reference') || response.status !== 200)
      return response
    const [call, text] = [callOf(request), await response.text()]
    const line = `${request.method} ${call?.path}`
    answered.add(line)
    if (request.method !== 'HEAD' && !v.is(call?.answer ?? v.never(), JSON.parse(text))) wrong.push(line)
    return new Response(text || null, response)
  }
  for (const seed of seeds.slice(0, 15)) await play(generate(seed, STEPS), { network })
  expect(wrong).toEqual([])
  expect(answered.size).toBeGreaterThan(5)
}, 60_000)
