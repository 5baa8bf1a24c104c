import type { DeskAction } from '#contract/approvals.ts'
import { askApproval, decideApproval } from '#server/desk/approvals.ts'
import type { DeskDeps } from '#server/desk/deps.ts'
import { activate } from '#server/desk/invitations.ts'
import { type Person, personOf } from '#server/desk/people.ts'
import type { DeskApprovalTable } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { carryOut } from '#tests/kit/carry-out.ts'
import { rowOf } from '#tests/kit/rows.ts'

/** The time of all moves. */
export const NOW = 1_800_000_000_000
/** The two honest managers, whom the command line has invited. */
export const HONEST = ['H1', 'H2'] as const

/** An account, with facts that the database does not know. Pim is the one person who poses as several people. */
type Account = {
  readonly id: string
  /** The person for whom the account was made: Pim, or another person who exists. */
  readonly owner: 'pim' | 'other'
  /** The person who has the passkey. */
  readonly holder: 'pim' | 'other' | 'nobody'
  /** True if the honest managers know that it is Pim's. */
  readonly known: boolean
}

export type State = {
  readonly people: readonly Person[]
  readonly requests: readonly DeskApprovalTable[]
  /** The accounts of everyone except the honest managers, in the order in which they were made. */
  readonly accounts: readonly Account[]
  /** The ids of the requests that Pim made. */
  readonly pims: readonly string[]
}

/** A violation of the rules, with which the test must fail. Without any members, the rules hold. */
export type Variation = {
  readonly before?: (db: Db) => Promise<unknown>
  /** Changes rows after a move, whose name is `move`. */
  readonly after?: (db: Db, move: string) => Promise<unknown>
  /** True if one of the two secrets is enough to accept an invitation from two managers. */
  readonly oneSecret?: boolean
}

export type Playing = {
  readonly db: Db
  readonly deps: DeskDeps
  readonly variation: Variation
  state: State
}

/** Thrown when Pim approves a request that Pim made. */
export class OnePersonWasTwo extends Error {}

export const personIn = (state: State, id: string): Person => {
  const found = state.people.find(one => one.id === id)
  if (!found) throw new Error(`no person ${id}`)
  return found
}

/**
 * Returns whether honest managers would give Pim this account, or a new one if `id` is null. They give no person a
 * second account.
 */
export const mayHave = ({ accounts, people }: State, id: string | null): boolean =>
  accounts.find(one => one.id === id)?.owner !== 'other' &&
  !accounts.some(
    one => one.id !== id && one.known && people.some(row => row.id === one.id && row.state !== 'ended'),
  )

type Holding = Pick<Account, 'holder' | 'known'>

/** Records who holds an invited account now. The new holder accepts the invitation at once. */
export async function hand(on: Playing, id: string, { holder, known }: Holding): Promise<void> {
  const { accounts } = on.state
  const before = accounts.find(one => one.id === id) ?? { owner: 'pim', known: false }
  const changed: Account = {
    id,
    owner: before.owner,
    holder,
    known: holder === 'pim' && (known || before.known),
  }
  const others = accounts.map(one => (one.id === id ? changed : one))
  on.state = { ...on.state, accounts: accounts.some(one => one.id === id) ? others : [...accounts, changed] }
  if (holder !== 'nobody') await activate(on.db, id)
}

/** Returns who gets an account whose invitation link an honest manager hands over. */
export function byHonest({ state }: Playing, id: string | null): Holding {
  if (mayHave(state, id)) return { holder: 'pim', known: true }
  const isOther = state.accounts.some(one => one.id === id && one.owner === 'other')
  return { holder: isOther ? 'other' : 'nobody', known: false }
}

/** Returns who gets an account from two managers, each of whom has one of the two secrets. */
function byTwo(on: Playing, id: string | null, managers: readonly ('pim' | 'honest')[]): Holding {
  const honest = byHonest(on, id)
  const pims = managers.filter(who => who === 'pim' || honest.holder === 'pim').length
  if (pims === 2 || (pims === 1 && on.variation.oneSecret)) return { holder: 'pim', known: honest.known }
  return pims === 1 ? { holder: 'nobody', known: false } : honest
}

/** Asks for a second person's approval, and returns the request's id. */
export async function ask(on: Playing, asker: string, input: DeskAction, isPim: boolean): Promise<string> {
  // The moves do not check the code, and hashing one in each move would take most of the time.
  const given = { now: NOW, random: on.deps.random, codeHash: 'not checked' }
  const { id } = await askApproval(on.db, await personOf(on.db, asker), input, given)
  if (isPim && !on.state.pims.includes(id)) on.state = { ...on.state, pims: [...on.state.pims, id] }
  return id
}

/** Approves a request and carries it out. Throws OnePersonWasTwo if Pim approves a request that Pim made. */
export async function approve(on: Playing, decider: string, id: string, isPim: boolean): Promise<void> {
  const { db, deps } = on
  const row = await rowOf({ db }, 'desk_approval', { id })
  const person = await personOf(db, decider)
  const request = await decideApproval(db, person, id, { state: 'done', now: NOW })
  const wasPim = on.state.pims.includes(id)
  if (isPim && wasPim) throw new OnePersonWasTwo()
  const input = JSON.parse(row.input) as DeskAction
  // Erasing a customer does not affect the accounts.
  if (input.action === 'erase-customer') return
  const target = input.action === 'give-manager-access' && 'id' in input.to ? input.to.id : null
  const to = byTwo(on, target, [wasPim ? 'pim' : 'honest', isPim ? 'pim' : 'honest'])
  const invited = await carryOut({ db, deps, now: NOW }, person, request)
  if (invited) await hand(on, invited, to)
}
