import { protocol } from './model.ts'
import type { Mutant } from './mutants.ts'
import { type Config, initialState, isUnsettled, keysFor, type State, violation } from './state.ts'

/** A broken promise, with a shortest path to it. */
type Violation = { readonly what: string; readonly path: readonly string[] }

export type Result = {
  readonly states: number
  readonly steps: number
  /** The number of steps to the most distant state. */
  readonly depth: number
  readonly violation: Violation | null
}

/** A set of numbers below 2^53 that gives each number an index, in the order of insertion. */
function createIndex() {
  let size = 0
  let keys = new Float64Array(1 << 15)
  let slots = new Int32Array(1 << 16)
  function slotOf(key: number): number {
    let hash = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 2 ** 32) | 0, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
    let slot = (hash ^ (hash >>> 13)) & (slots.length - 1)
    while (slots[slot] !== 0 && keys[(slots[slot] as number) - 1] !== key)
      slot = (slot + 1) & (slots.length - 1)
    return slot
  }
  function grow() {
    const old = keys
    keys = new Float64Array(old.length * 2)
    keys.set(old)
    slots = new Int32Array(slots.length * 2)
    for (let i = 0; i < size; i++) slots[slotOf(keys[i] as number)] = i + 1
  }
  return {
    size: () => size,
    /** Returns the number's index, and adds the number if it is new. */
    add(key: number): number {
      const slot = slotOf(key)
      const known = slots[slot] as number
      if (known > 0) return known - 1
      keys[size] = key
      size += 1
      slots[slot] = size
      if (size === keys.length) grow()
      return size - 1
    },
  }
}

/** A list of unsigned 32-bit numbers that grows. */
function createNumbers() {
  let numbers = new Uint32Array(1 << 16)
  let size = 0
  return {
    push(value: number) {
      if (size === numbers.length) {
        const old = numbers
        numbers = new Uint32Array(size * 2)
        numbers.set(old)
      }
      numbers[size++] = value
    },
    size: () => size,
    all: () => numbers.subarray(0, size),
  }
}

/** The tabs that may act for delivery to count as possible: any, or only this one, because the others are frozen. */
type Actor = number | 'any'

/** Visits every state and checks the promises. The path to a violation is shortest. For `exact`, see `keysFor`. */
export function explore(config: Config, mutant?: Mutant, exact = false): Result {
  const steps = protocol(config, mutant)
  const keyOf = keysFor(config, exact)
  const index = createIndex()
  const parents = createNumbers()
  /** For each state: who can settle its jobs (`needsOf`), and the index of its first edge. */
  const needs = createNumbers()
  const begins = createNumbers()
  /** Each edge is `target * 8 + (tab + 1) * 2 + setback`. */
  const edges = createNumbers()
  let depth = 0
  let found: { readonly from: number; readonly step: string; readonly what: string } | null = null

  let frontier: State[] = [initialState(config)]
  index.add(keyOf(initialState(config)))
  parents.push(0)
  needs.push(0)
  for (let from = 0; frontier.length > 0 && found === null; depth++) {
    const next: State[] = []
    for (const s of frontier) {
      begins.push(edges.size())
      steps(s, (tab, what, job, to, setback) => {
        if (found !== null) return
        if (typeof to === 'string') {
          found = { from, step: nameOf(tab, what, job), what: to }
          return
        }
        const known = index.size()
        const at = index.add(keyOf(to))
        edges.push(at * 8 + (tab + 1) * 2 + (setback ? 1 : 0))
        if (at < known) return
        const broken = violation(to)
        if (broken !== null) found = { from, step: nameOf(tab, what, job), what: broken }
        parents.push(from)
        needs.push(needsOf(to))
        next.push(to)
      })
      from += 1
    }
    frontier = next
  }
  begins.push(edges.size())

  /** Returns a state from which the actors cannot settle the job, or -1 if there is none. */
  function stuck(job: number, actor: Actor): number {
    const [all, from] = [edges.all(), begins.all()]
    const ways = Uint8Array.from(needs.all(), need => (canWait(need, job, actor) ? 1 : 0))
    const usable = (edge: number) => {
      const tab = ((edge >> 1) & 3) - 1
      return (edge & 1) === 0 && (actor === 'any' || tab < 0 || tab === actor) && ways[edge >>> 3] === 1
    }
    // Goes backwards, because most steps lead to a state that was found later.
    for (let changed = true; changed; ) {
      changed = false
      for (let s = ways.length - 1; s >= 0; s--) {
        if (ways[s] === 1) continue
        for (let e = from[s] as number; e < (from[s + 1] as number); e++)
          if (usable(all[e] as number)) {
            ways[s] = 1
            changed = true
            break
          }
      }
    }
    return ways.indexOf(0)
  }

  /** Returns the names of the steps from the initial state to the state with this index. */
  function pathTo(target: number): string[] {
    const chain: number[] = []
    for (let at = target; at > 0; at = parents.all()[at] as number) chain.unshift(at)
    let s = initialState(config)
    return chain.map(wanted => {
      let name = ''
      let next = s
      steps(s, (tab, what, job, to) => {
        if (name !== '' || typeof to === 'string' || index.add(keyOf(to)) !== wanted) return
        name = nameOf(tab, what, job)
        next = to
      })
      s = next
      return name
    })
  }

  function firstViolation(): Violation | null {
    if (found !== null) return { what: found.what, path: [...pathTo(found.from), found.step] }
    const actors: readonly Actor[] = ['any', ...Array.from({ length: config.tabs }, (_, t) => t)]
    for (let job = 0; job < config.jobs; job++)
      for (const actor of actors) {
        const at = stuck(job, actor)
        const by = actor === 'any' ? 'ever' : `by tab ${actor + 1} alone`
        if (at >= 0) return { what: `job ${job + 1} cannot be settled ${by}`, path: pathTo(at) }
      }
    return null
  }

  return { states: index.size(), steps: edges.size(), depth, violation: firstViolation() }
}

const nameOf = (tab: number, what: string, job: number): string =>
  tab < 0 ? `job ${job + 1} ${what}` : `tab ${tab + 1} ${what}${job < 0 ? '' : ` (job ${job + 1})`}`

/** Returns three bits for each job: 0 if it is settled, 1 if it is on the disk, and 2 + t if tab t holds it. */
const needsOf = (s: State): number =>
  s.jobs.reduce((sum, job, j) => sum + ((isUnsettled(job) ? job.memory + 2 : 0) << (3 * j)), 0)

/** True if the job does not need `actor`, because it is settled or another tab holds it. */
function canWait(needs: number, job: number, actor: Actor): boolean {
  const need = (needs >> (3 * job)) & 7
  return need === 0 || (actor !== 'any' && need > 1 && need !== actor + 2)
}
