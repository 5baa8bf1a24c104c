import { expect, test } from 'vitest'
import type { Db } from '#server/store/tables.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { play, startWith } from '#tests/kit/one-person/play.ts'
import type { State, Variation } from '#tests/kit/one-person/world.ts'
import { eachTest, testServer, update } from '#tests/kit/server.ts'

// The rules do not depend on the database, so SQLite is enough.
const server = eachTest(() => testServer({ dialect: 'sqlite' }))
const desk = eachTest(() => testDesk(server))

/** Start states. Accounts without a role or givers are managers who were invited on the command line. */
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

type Case = readonly [start: State, inCircle: readonly [moves: number, orders: number]]

/** For each start state, the number of moves, and the minimum number of sequences of that many moves. */
const cases: Readonly<Record<string, Case>> = {
  'a manager': [manager, inCircle({ push: [3, 4000], merge: [3, 4000], nightly: [5, 1_000_000] })],
  'support whom another manager has invited': [
    support,
    inCircle({ push: [3, 900], merge: [4, 10_000], nightly: [4, 10_000] }),
  ],
  'a manager, who can take over the account of another person': [
    withOther,
    inCircle({ push: [2, 800], merge: [2, 800], nightly: [3, 15_000] }),
  ],
  'a manager who left and returned, with an account from before': [
    returned,
    inCircle({ push: [2, 400], merge: [2, 400], nightly: [3, 5000] }),
  ],
  'managers whom one manager alone has invited, before this took two': [
    earlier,
    inCircle({ push: [2, 3000], merge: [2, 3000], nightly: [3, 50_000] }),
  ],
}

test.each(Object.entries(cases))(
  'desk check 24: in no order of moves does one person approve an own request: %s',
  async (_, [start, [depth, orders]]) => {
    const played = await playFrom(start, depth)
    expect(played.broken).toBeNull()
    expect(played.orders).toBeGreaterThanOrEqual(orders)
  },
  600_000,
)

type Mutant = readonly [start: State, moves: number, variation: Variation]
const giver =
  (from: string, to: string) =>
  (db: Db): Promise<unknown> =>
    update({ db }, 'desk_person', { given_by: to }, { given_by: from })
/**
 * The rules. Each has a variation that disables it, and the number of moves in which one person can then approve their
 * own request.
 */
const mutants: Readonly<Record<string, Mutant>> = {
  'nobody approves an own request': [
    manager,
    2,
    { before: db => update({ db }, 'desk_approval', { asked_by: 'H1' }) },
  ],
  'the manager who gave the asker’s access does not approve': [
    manager,
    3,
    { before: giver('["P1"]', '["H1"]') },
  ],
  'an account whose manager has left asks for nothing': [returned, 2, { before: giver('["P1"]', '["H1"]') }],
  'a new role leaves the giver as it is': [
    hidden,
    3,
    {
      after: (db, move) =>
        move === 'a manager makes account 2 support'
          ? update({ db }, 'desk_person', { given_by: '["H1"]' }, { id: 'P2' })
          : Promise.resolve(),
    },
  ],
  'one manager alone does not make a manager': [
    manager,
    2,
    {
      after: (db, move) =>
        move === 'account 1 invites a new account'
          ? db
              .updateTable('desk_person')
              .set({ role: 'manager', given_by: '[]' })
              .where('id', 'not in', ['H1', 'H2', 'P1'])
              .execute()
          : Promise.resolve(),
    },
  ],
  'access that one manager alone gave approves nothing': [earlier, 1, { before: giver('["P2"]', '[]') }],
  'a manager whose own access one manager gave does not answer for others': [
    earlier,
    1,
    { before: giver('["P2"]', '["H1"]') },
  ],
  'an invitation of a manager has two secrets': [manager, 2, { oneSecret: true }],
  'the end of an access ends its requests': [
    support,
    4,
    {
      after: db => update({ db }, 'desk_approval', { expires_at: 9_000_000_000_000 }),
    },
  ],
}

test.each(Object.entries(mutants))(
  'the test of all orders fails without the rule: %s',
  async (_, [start, moves, variation]) => {
    const played = await playFrom(start, moves, variation)
    expect(played.broken).toHaveLength(moves)
  },
  600_000,
)
