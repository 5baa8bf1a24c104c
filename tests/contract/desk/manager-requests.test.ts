import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { DeskAction } from '#contract/approvals.ts'
import { askApproval, decideApproval, inputOf } from '#server/desk/approvals.ts'
import { DeskError } from '#server/desk/errors.ts'
import { activate } from '#server/desk/invitations.ts'
import { endPerson, personOf } from '#server/desk/people.ts'
import type { Db } from '#server/store/tables.ts'
import { carryOut } from '#tests/kit/carry-out.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { testDesk } from '#tests/kit/desk.ts'
import { NOON } from '#tests/kit/noon.ts'
import { insert, testServer } from '#tests/kit/server.ts'

/** Covers requests about managers' access that stay open. `one-person.test.ts` asks and approves at once. */

let db: Db
let deps: Awaited<ReturnType<typeof testDesk>>['deps']
// The rules do not depend on the database, so SQLite is enough.
beforeEach(async () => {
  const server = await testServer({ dialect: 'sqlite' })
  db = server.db
  deps = (await testDesk(server)).deps
})

type Account = { readonly id: string; readonly owner: 'pim' | 'honest'; readonly givers: string | null }
const account = (id: string, owner: Account['owner'], givers: string | null = '[]'): Account => ({
  id,
  owner,
  givers,
})
const honest = [account('hana', 'honest'), account('thana', 'honest')]

/** Start states with two honest managers and one person, Pim, who has several managers' accounts. */
const starts: Readonly<Record<string, readonly Account[]>> = {
  'a manager from the command line, and one whom that one alone has invited in an earlier release': [
    ...honest,
    account('pim', 'pim'),
    account('pim2', 'pim', '["pim"]'),
  ],
  'a manager who has left and returned, and one whom the former account alone has invited': [
    ...honest,
    account('pim', 'pim', '["hana","thana"]'),
    account('pim2', 'pim', '["gone"]'),
  ],
  'a manager whose giver is not known, and one whom that one alone has invited': [
    ...honest,
    account('pim', 'pim', null),
    account('pim2', 'pim', '["pim"]'),
  ],
}

type Played = {
  readonly names: readonly string[]
  /** The owners of the accounts, by id. */
  readonly owners: ReadonlyMap<string, Account['owner']>
  readonly requests: readonly { readonly id: string; readonly by: string }[]
  /** Ids of the accounts whose access has ended. */
  readonly ended: readonly string[]
}
type Move = { readonly name: string; readonly run: () => Promise<Partial<Played>> }
/** Changes rows before each move to disable a rule. The test must then fail. */
type Variation = (trx: Db) => Promise<unknown>

/**
 * Thrown if one person acted as two, or if a request was carried out after the access of the person who asked had
 * ended. The cause is the sequence of moves.
 */
class Broken extends Error {}

/** Returns every move that can be tried. The rules refuse some of them. */
function movesIn(trx: Db, played: Played): Move[] {
  const { owners, requests } = played
  const managers = [...owners.keys()]
  const asks: readonly (readonly [name: string, input: DeskAction])[] = [
    ['a new manager', { action: 'give-manager-access', to: { name: 'New' } }],
    ...['thana', 'pim'].map(
      id => [`the end of ${id}`, { action: 'take-manager-access', id, role: null } as const] as const,
    ),
  ]
  return [
    ...['pim', 'pim2', 'hana'].flatMap(by =>
      asks.map(([name, input]) => ({
        name: `${by} asks for ${name}`,
        run: () => ask(trx, played, by, input),
      })),
    ),
    ...managers.flatMap(by =>
      requests.map((request, index) => ({
        name: `${by} approves request ${index + 1} of ${request.by}`,
        run: () => approve(trx, played, by, request),
      })),
    ),
    ...managers.map(id => ({
      name: `the access of ${id} ends`,
      run: async () => {
        await endPerson(trx, id, { by: null })
        return { ended: [...played.ended, id] }
      },
    })),
  ]
}

async function ask(trx: Db, { requests }: Played, by: string, input: DeskAction): Promise<Partial<Played>> {
  const person = await activePerson(trx, by)
  const given = { now: NOON, random: deps.random, codeHash: 'not checked' }
  const { id, isNew } = await askApproval(trx, person, input, given)
  return isNew ? { requests: [...requests, { id, by }] } : {}
}

async function approve(
  trx: Db,
  played: Played,
  by: string,
  asked: Played['requests'][number],
): Promise<Partial<Played>> {
  const { owners, requests, ended } = played
  const person = await activePerson(trx, by)
  const row = await decideApproval(trx, person, asked.id, { state: 'done', now: NOON })
  const [asker, decider] = [owners.get(asked.by), owners.get(by)]
  if (asked.by === by || (asker === 'pim' && decider === 'pim')) throw new Broken('one person was two')
  if (ended.includes(asked.by)) throw new Broken('the access of the person who asked had ended')
  const input = inputOf(row)
  const invited = await carryOut({ db: trx, deps, now: NOON }, person, row)
  const rest = requests.filter(({ id }) => id !== asked.id)
  if (input.action === 'take-manager-access') return { requests: rest, ended: [...ended, input.id] }
  if (invited === null) return { requests: rest }
  // Honest managers give their halves of the invitation only to the named person, who may be Pim if Pim has left.
  const isPim = asker === 'honest' && decider === 'honest' && ended.includes('pim')
  await activate(trx, invited)
  return { requests: rest, owners: new Map([...owners, [invited, isPim ? 'pim' : 'honest']]) }
}

/** Returns the person. Throws if the person's access has ended, because such a session cannot make a request. */
async function activePerson(trx: Db, id: string) {
  const person = await personOf(trx, id)
  if (person.state !== 'active') throw new DeskError('SIGNED_OUT')
  return person
}

/** Plays every sequence of moves up to this depth, and returns the number of sequences. Throws Broken. */
async function playAll(trx: Db, played: Played, depth: number, vary: Variation): Promise<number> {
  if (depth === 0) return 0
  let orders = 0
  for (const { name, run } of movesIn(trx, played)) {
    orders += 1
    const names = [...played.names, name]
    await sql`savepoint ${sql.raw(`depth${depth}`)}`.execute(trx)
    try {
      await vary(trx)
      const after = { ...played, ...(await run()), names }
      // Simulates that a day has passed, because the rules must not depend on the waiting period of new access.
      await trx.updateTable('desk_person').set({ approves_from: 0 }).execute()
      orders += await playAll(trx, after, depth - 1, vary)
    } catch (error) {
      if (error instanceof Broken && error.cause === undefined)
        throw new Broken(error.message, { cause: names })
      if (!(error instanceof DeskError)) throw error
    }
    await sql`rollback to ${sql.raw(`depth${depth}`)}`.execute(trx)
  }
  return orders
}

/** Returns the number of sequences, or the first sequence that breaks the rules. */
async function playFrom(start: readonly Account[], depth: number, vary: Variation = async () => undefined) {
  const person = { role: 'manager', state: 'active', created_at: NOON, created_by: null } as const
  const row = ({ id, givers }: Account) => ({
    ...person,
    ...{ id, name: id, approves_from: 0, given_by: givers, given_at: NOON },
  })
  await insert({ db }, 'desk_person', start.map(row))
  const owners = new Map(start.map(({ id, owner }) => [id, owner]))
  try {
    return await db
      .transaction()
      .execute(trx => playAll(trx, { names: [], owners, requests: [], ended: [] }, depth, vary))
  } catch (error) {
    if (error instanceof Broken) return error.cause
    throw error
  }
}

test.each(Object.entries(starts))(
  'desk check 24: no order of open requests for a manager’s access gives one person both sides: %s',
  async (_, start) => {
    const { depth, orders } = inCircle({
      push: { depth: 3, orders: 500 },
      merge: { depth: 3, orders: 500 },
      nightly: { depth: 4, orders: 5000 },
    })
    expect(await playFrom(start, depth)).toBeGreaterThanOrEqual(orders)
  },
  600_000,
)

const variations: Readonly<Record<string, { readonly vary: Variation; readonly names: readonly string[] }>> =
  {
    'nobody approves an own request': {
      vary: trx => trx.updateTable('desk_approval').set({ asked_by: 'hana' }).execute(),
      names: ['pim asks for a new manager', 'pim approves request 1 of pim'],
    },
    'access that one manager alone gave approves nothing': {
      vary: trx => trx.updateTable('desk_person').set({ given_by: '[]' }).where('id', '=', 'pim2').execute(),
      names: ['pim asks for a new manager', 'pim2 approves request 1 of pim'],
    },
    'the end of an access ends its requests': {
      vary: trx =>
        trx
          .updateTable('desk_approval')
          .set({ expires_at: NOON + 1 })
          .execute(),
      names: ['pim asks for a new manager', 'the access of pim ends', 'hana approves request 1 of pim'],
    },
  }

test.each(Object.entries(variations))(
  'the test of these orders fails without the rule: %s',
  async (_, given) => {
    const [start = []] = Object.values(starts)
    expect(await playFrom(start, given.names.length, given.vary)).toEqual(given.names)
  },
)
