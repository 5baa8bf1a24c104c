import { expect, test } from 'vitest'
import type { Db } from '#server/store/tables.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { play, startWith } from '#tests/kit/one-person/play.ts'
import type { State, Variation } from '#tests/kit/one-person/world.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

// The rules are the same on both stores.
const server = eachTest(() => testServer({ dialect: 'sqlite' }))
const desk = eachTest(() => testDesk(server))

/** Accounts at the beginning. Those without a role or givers are managers whom the command line has invited. */
const manager = startWith([{}])
const support = startWith([{ role: 'support', given_by: '["H1"]' }])
const withOther = startWith([{}, { owner: 'other', role: 'support', given_by: '["H1"]' }])
const returned = startWith([
  { state: 'ended' },
  { role: 'support', given_by: '["P1"]', known: false },
  { given_by: '["H1","H2"]' },
])
const earlier = startWith([{}, { given_by: '["P1"]' }, { given_by: '["P2"]' }])
const hidden = startWith([{}, { role: 'auditor', given_by: '["P1"]', known: false }])

const playFrom = (start: State, depth: number, variation: Variation = {}) =>
  play({ db: server.db, deps: desk.deps, variation }, { start, depth })

type Case = { readonly start: State; readonly depth: number; readonly orders: number }

/** How many moves, and at least how many orders of them. */
const cases: Readonly<Record<string, Case>> = {
  'a manager': {
    start: manager,
    ...inCircle({
      push: { depth: 3, orders: 4000 },
      merge: { depth: 3, orders: 4000 },
      nightly: { depth: 5, orders: 1_000_000 },
    }),
  },
  'support whom another manager has invited': {
    start: support,
    ...inCircle({
      push: { depth: 3, orders: 900 },
      merge: { depth: 4, orders: 10_000 },
      nightly: { depth: 4, orders: 10_000 },
    }),
  },
  'a manager, who can take over the account of another person': {
    start: withOther,
    ...inCircle({
      push: { depth: 2, orders: 800 },
      merge: { depth: 2, orders: 800 },
      nightly: { depth: 3, orders: 15_000 },
    }),
  },
  'a manager who left and returned, with an account from before': {
    start: returned,
    ...inCircle({
      push: { depth: 2, orders: 400 },
      merge: { depth: 2, orders: 400 },
      nightly: { depth: 3, orders: 5000 },
    }),
  },
  'managers whom one manager alone has invited, before this took two': {
    start: earlier,
    ...inCircle({
      push: { depth: 2, orders: 3000 },
      merge: { depth: 2, orders: 3000 },
      nightly: { depth: 3, orders: 50_000 },
    }),
  },
}

test.each(Object.entries(cases))(
  'desk check 24: in no order of moves does one person approve an own request: %s',
  async (_, { start, depth, orders }) => {
    const played = await playFrom(start, depth)
    expect(played.broken).toBeNull()
    expect(played.orders).toBeGreaterThanOrEqual(orders)
  },
  600_000,
)

type Mutant = { readonly start: State; readonly variation: Variation; readonly moves: number }
const giver =
  (from: string, to: string) =>
  (db: Db): Promise<unknown> =>
    update({ db }, 'desk_person', { given_by: to }, { given_by: from })
/** The rules, each with a variation without it and how many moves then suffice for one person to approve an own request. */
const mutants: Readonly<Record<string, Mutant>> = {
  'nobody approves an own request': {
    start: manager,
    variation: { before: db => update({ db }, 'desk_approval', { asked_by: 'H1' }) },
    moves: 2,
  },
  'the manager who gave the asker’s access does not approve': {
    start: manager,
    variation: { before: giver('["P1"]', '["H1"]') },
    moves: 3,
  },
  'an account whose manager has left asks for nothing': {
    start: returned,
    variation: { before: giver('["P1"]', '["H1"]') },
    moves: 2,
  },
  'a new role leaves the giver as it is': {
    start: hidden,
    variation: {
      after: (db, move) =>
        move === 'a manager makes account 2 support'
          ? update({ db }, 'desk_person', { given_by: '["H1"]' }, { id: 'P2' })
          : Promise.resolve(),
    },
    moves: 3,
  },
  'one manager alone does not make a manager': {
    start: manager,
    variation: {
      after: (db, move) =>
        move === 'account 1 invites a new account'
          ? db
              .updateTable('desk_person')
              .set({ role: 'manager', given_by: '[]' })
              .where('id', 'not in', ['H1', 'H2', 'P1'])
              .execute()
          : Promise.resolve(),
    },
    moves: 2,
  },
  'access that one manager alone gave approves nothing': {
    start: earlier,
    variation: { before: giver('["P2"]', '[]') },
    moves: 1,
  },
  'a manager whose own access one manager gave does not answer for others': {
    start: earlier,
    variation: { before: giver('["P2"]', '["H1"]') },
    moves: 1,
  },
  'an invitation of a manager has two secrets': {
    start: manager,
    variation: { oneSecret: true },
    moves: 2,
  },
  'the end of an access ends its requests': {
    start: support,
    variation: {
      after: db => update({ db }, 'desk_approval', { expires_at: 9_000_000_000_000 }),
    },
    moves: 4,
  },
}

test.each(Object.entries(mutants))(
  'the test of all orders fails without the rule: %s',
  async (_, { start, variation, moves }) => {
    const played = await playFrom(start, moves, variation)
    expect(played.broken).toHaveLength(moves)
  },
  600_000,
)
