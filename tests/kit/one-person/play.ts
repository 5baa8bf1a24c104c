import type { DeskDeps } from '#server/desk/deps.ts'
import { DeskError } from '#server/desk/errors.ts'
import type { Person } from '#server/desk/people.ts'
import type { Db } from '#server/store/tables.ts'
import { insert, rowsOf } from '#tests/kit/rows.ts'
import { label, labelOfRequest, type Move, movesIn } from './moves.ts'
import { HONEST, NOW, OnePersonWasTwo, type Playing, personIn, type State, type Variation } from './world.ts'

const personWith = (id: string, more: Partial<Person> = {}): Person => ({
  ...{ id, name: id, role: 'manager', state: 'active', created_at: NOW, created_by: null },
  ...{
    approves_from: 0,
    given_by: '[]',
    given_at: NOW,
    place: null,
  },
  ...more,
})

type Start = Partial<Person> & { readonly owner?: 'pim' | 'other'; readonly known?: boolean }

/**
 * Returns a state with two honest managers, Pim's accounts and other people's accounts. By default, an account belongs
 * to a manager whom the command line has invited.
 */
export const startWith = (accounts: readonly Start[]): State => ({
  people: [
    ...HONEST.map(id => personWith(id)),
    ...accounts.map(({ owner: _owner, known: _known, ...more }, index) => personWith(`P${index + 1}`, more)),
  ],
  requests: [],
  accounts: accounts.map(({ owner = 'pim', known = owner === 'pim' }, index) => ({
    ...{ id: `P${index + 1}`, owner, holder: owner, known },
  })),
  pims: [],
})

/** Returns a text that is the same for states that differ only in their ids. */
function keyOf(state: State): string {
  const accounts = state.accounts.map(({ id, owner, holder, known }) => {
    const { role, state: now, given_by } = personIn(state, id)
    const givers = given_by && (JSON.parse(given_by) as string[]).map(giver => label(state, giver))
    return [role, now, givers, owner, holder, known]
  })
  const requests = state.requests.map(({ id }) => [labelOfRequest(state, id), state.pims.includes(id)])
  return JSON.stringify([accounts, requests.map(one => one.join()).toSorted()])
}

async function store(db: Db, { people, requests }: State): Promise<void> {
  await insert({ db }, 'desk_person', [...people])
  if (requests.length > 0) await insert({ db }, 'desk_approval', [...requests])
}

/**
 * Reads the state after a move as if a day had passed, because the rules must not depend on the delay before new access
 * takes effect.
 */
async function load(db: Db, { accounts, pims }: State): Promise<State> {
  const people = await rowsOf({ db }, 'desk_person')
  const requests = await db
    .selectFrom('desk_approval')
    .selectAll()
    .where('state', '=', 'asked')
    .where('expires_at', '>', NOW)
    .execute()
  return {
    people: people.map(row => ({ ...row, approves_from: 0 })),
    requests,
    accounts,
    pims: pims.filter(id => requests.some(one => one.id === id)),
  }
}

const ROLLBACK = Symbol('rollback')

/** Runs `run` in a transaction and rolls it back. */
async function tried<T>(db: Db, run: (trx: Db) => Promise<T>): Promise<T> {
  const results: T[] = []
  await db
    .transaction()
    .execute(async trx => {
      results.push(await run(trx))
      throw ROLLBACK
    })
    .catch((error: unknown) => {
      if (error !== ROLLBACK) throw error
    })
  const [result] = results
  if (result === undefined) throw new Error('The move has no result')
  return result
}

type On = { readonly db: Db; readonly deps: DeskDeps; readonly variation: Variation }

/**
 * Returns the state after a move, null if the server refuses the move, or `broken` if Pim approved a request that Pim
 * made.
 */
const moved = ({ db, deps, variation }: On, state: State, move: Move): Promise<State | 'broken' | null> =>
  tried(db, async trx => {
    await store(trx, state)
    await variation.before?.(trx)
    const on: Playing = { db: trx, deps, variation, state }
    try {
      await move.run(on)
    } catch (error) {
      if (error instanceof OnePersonWasTwo) return 'broken'
      if (error instanceof DeskError) return null
      throw error
    }
    await variation.after?.(trx, move.name)
    return load(trx, on.state)
  })

type Played = {
  /**
   * Number of sequences of at most `depth` moves in which the server accepted every move, except possibly the last one.
   */
  readonly orders: number
  /** Number of moves that were tried, each once in each state. */
  readonly moves: number
  readonly states: number
  /** A shortest sequence that ends with Pim approving a request that Pim made; null if there is none. */
  readonly broken: readonly string[] | null
}
export async function play(on: On, { start, depth }: { start: State; depth: number }): Promise<Played> {
  const known = new Map<string, { readonly tried: number; readonly next: readonly string[] }>()
  const states = new Map([[keyOf(start), { state: start, names: [] as readonly string[] }]])
  let ways = new Map([[keyOf(start), 1]])
  let orders = 0
  let moves = 0
  for (let at = 0; at < depth; at++) {
    const after = new Map<string, number>()
    for (const [key, count] of ways) {
      const here = states.get(key)
      if (!here) throw new Error('unknown state')
      if (!known.has(key)) {
        const next: string[] = []
        const possible = movesIn(here.state)
        for (const move of possible) {
          moves += 1
          const names = [...here.names, move.name]
          const outcome = await moved(on, here.state, move)
          if (outcome === 'broken') return { orders, moves, states: states.size, broken: names }
          if (outcome === null) continue
          const to = keyOf(outcome)
          next.push(to)
          if (!states.has(to)) states.set(to, { state: outcome, names })
        }
        known.set(key, { tried: possible.length, next })
      }
      const { tried: all, next } = known.get(key) ?? { tried: 0, next: [] }
      orders += count * all
      for (const to of next) after.set(to, (after.get(to) ?? 0) + count)
    }
    ways = after
  }
  return { orders, moves, states: states.size, broken: null }
}
