import { DAY_MS } from '#contract/time.ts'
import { gatewayPages } from '#tests/kit/network.ts'
import { pick, seededRandom } from '#tests/kit/random.ts'
import { type Act, type Fault, faultKinds, type History, photoDamages, type Step } from './history.ts'

/** A history has at least this many receipts and answers. */
const MIN_WRITES = 10

/** Stands for the pages of gateways, which together are as likely as any other single fault. */
const PAGES = 'pages'
const isPage = (fault: Fault) => (gatewayPages as readonly Fault[]).includes(fault)

/**
 * The faults from which one is picked for each request. Repeated entries give each fault its frequency on a bad
 * connection.
 */
const faults: readonly (Fault | typeof PAGES)[] = [
  'ok',
  'ok',
  'ok',
  'drop-request',
  ...faultKinds.filter(fault => !isPage(fault)),
  PAGES,
]

function anyFault(random: () => number): Fault {
  const fault = pick(random, faults)
  return fault === PAGES ? pick(random, gatewayPages) : fault
}

/** Generates a history from a seed. The same seed and length always give the same history. */
export function generate(seed: number, length: number): History {
  const random = seededRandom(seed)
  const steps: Step[] = []
  let writes = 0
  while (steps.length < length || writes < MIN_WRITES) {
    const act = anyAct(random)
    if (act.do === 'receipt' || act.do === 'answer') writes += 1
    const requests = random() < 0.75 ? Math.floor(random() * 8) : 0
    steps.push({
      ...act,
      faults: Array.from({ length: requests }, () => anyFault(random)),
      ms: Math.floor(random() ** 3 * 90_000),
    })
  }
  return { seed, steps }
}

function anyAct(random: () => number): Act {
  const tab = Math.floor(random() * 3)
  const write = Math.floor(random() * 8)
  const chance = (part: number) => random() < part
  const acts: readonly (readonly [weight: number, make: () => Act])[] = [
    [22, () => ({ do: 'receipt', tab, bad: chance(0.15), pieces: chance(0.1) ? 3 : 1 })],
    [10, () => ({ do: 'answer', tab, bad: chance(0.15) })],
    [4, () => ({ do: 'edit', tab, write, bad: chance(0.15) })],
    [3, () => ({ do: 'withdraw', tab, write })],
    [2, () => ({ do: 'retry', tab, write })],
    [2, () => ({ do: 'discard', tab, write })],
    [3, () => ({ do: 'leave-form' })],
    [6, () => ({ do: 'page-view', tab })],
    [5, () => ({ do: 'open' })],
    [1, () => ({ do: 'open', build: 'previous' })],
    [3, () => ({ do: 'close', tab })],
    [6, () => ({ do: 'crash', tab, steps: 0 })],
    [6, () => ({ do: 'crash', tab, steps: Math.ceil(random() * 40) })],
    [3, () => ({ do: pick(random, ['hide', 'show'] as const), tab })],
    [4, () => ({ do: pick(random, ['freeze', 'thaw'] as const), tab })],
    [6, () => ({ do: 'sign-in', who: chance(0.5) ? 'A' : 'B' })],
    [2, () => ({ do: 'sign-out', unsent: chance(0.7) ? 'keep' : 'discard' })],
    [8, () => ({ do: 'token', is: chance(0.5) ? 'other' : 'expired' })],
    [4, () => ({ do: 'line', works: chance(0.5) })],
    [6, () => ({ do: 'full', on: chance(0.5) })],
    [3, () => ({ do: chance(0.6) ? 'lose-store' : 'heal-store', tab })],
    [5, () => ({ do: 'set-clock', ms: Math.round((random() - 0.5) * 2 * DAY_MS) })],
    // After this step, unsent jobs are older than seven days.
    [1, () => ({ do: 'set-clock', ms: 8 * DAY_MS })],
    [2, () => ({ do: 'damage-photo', write, photo: pick(random, photoDamages) })],
    [2, () => ({ do: 'delete-database' })],
  ]
  const sum = acts.reduce((total, [weight]) => total + weight, 0)
  let left = random() * sum
  const chosen = acts.find(([weight]) => {
    left -= weight
    return left < 0
  })
  // The weights are whole numbers, so the sum is exact and one act is always chosen.
  if (chosen === undefined) throw new Error('No act was chosen')
  return chosen[1]()
}
