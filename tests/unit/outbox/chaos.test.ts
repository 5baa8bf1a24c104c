// @vitest-environment node
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/define-call.ts'
import { realServer } from '#tests/kit/chaos/backend.ts'
import { difference } from '#tests/kit/chaos/differential.ts'
import { generate } from '#tests/kit/chaos/generate.ts'
import { type Plant, play } from '#tests/kit/chaos/play.ts'

/** Returns the call of the contract that a request makes. */
function callOf({ method, url }: Request): CallDefinition | undefined {
  const { pathname } = new URL(url)
  const isMatch = (call: CallDefinition) =>
    call.method === method && new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`).test(pathname)
  return Object.values<CallDefinition>(calls).find(isMatch)
}

const STEPS = 25
const SEEDS = 200
/** Every how many seeds the history is also played on the real server. */
const REAL_EVERY = 20

const seeds = Array.from({ length: SEEDS }, (_, i) => i + 1)
let real: Awaited<ReturnType<typeof realServer>>
beforeAll(async () => {
  real = await realServer()
})
afterAll(() => real.close())

// To see a failing history at its smallest: npm run chaos -- --only SEED
test('delivers each write exactly once for its owner in random histories of failures', async () => {
  const failed: Record<string, unknown> = {}
  let writes = 0
  for (const seed of seeds) {
    const outcome = await play(generate(seed, STEPS))
    writes += outcome.ledger.effects.length
    if (outcome.problems.length > 0) failed[`--only ${seed}`] = outcome.problems
  }
  expect(failed).toEqual({})
  expect(writes).toBeGreaterThan(SEEDS * 5)
}, 120_000)

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
