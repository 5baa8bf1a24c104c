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
/** Two honest managers, whom the command line has invited. */
export const HONEST = ['H1', 'H2'] as const

/** An account and what the database does not know about it. The one person, who plays several people, is called Pim. */
type Account = {
  readonly id: string
  /** For whom it was made: for Pim, or for another person who exists. */
  readonly owner: 'pim' | 'other'
  /** Who has the passkey. */
  readonly holder: 'pim' | 'other' | 'nobody'
  /** True if the honest managers know that it is Pim's. */
  readonly known: boolean
}

export type State = {
  readonly people: readonly Person[]
  readonly requests: readonly DeskApprovalTable[]
  /** The accounts of others than the honest managers, in the order in which they were made. */
  readonly accounts: readonly Account[]
  /** Ids of the requests for which Pim has asked. */
  readonly pims: readonly string[]
}

/** A variation of the rules. With it, the test has to fail. */
export type Variation = {
  readonly before?: (db: Db) => Promise<unknown>
  /** Changes rows after a move with this name. */
  readonly after?: (db: Db, move: string) => Promise<unknown>
  /** True if either the manager who asks or the one who approves can accept the invitation alone. */
  readonly oneSecret?: boolean
}

export type Playing = {
  readonly db: Db
  readonly deps: DeskDeps
  readonly variation: Variation
  state: State
}

/** Thrown if Pim has approved what Pim has asked for. */
export class OnePersonWasTwo extends Error {}

export const personIn = (state: State, id: string): Person => {
  const found = state.people.find(one => one.id === id)
  if (!found) throw new Error(`no person ${id}`)
  return found
}

/** True if honest managers would give Pim this account, or a new one: nobody gets a second account from them. */
export const mayHave = ({ accounts, people }: State, id: string | null): boolean =>
  accounts.find(one => one.id === id)?.owner !== 'other' &&
  !accounts.some(
    one => one.id !== id && one.known && people.some(row => row.id === one.id && row.state !== 'ended'),
  )

type Holding = Pick<Account, 'holder' | 'known'>

/** Stores who has an invited account now. The new holder accepts the invitation at once. */
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

/** Who gets the link of an honest manager. */
export function byHonest({ state }: Playing, id: string | null): Holding {
  if (mayHave(state, id)) return { holder: 'pim', known: true }
  const isOther = state.accounts.some(one => one.id === id && one.owner === 'other')
  return { holder: isOther ? 'other' : 'nobody', known: false }
}

/** Who gets an account from two managers, each of whom has one of the two secrets. */
function byTwo(on: Playing, id: string | null, managers: readonly ('pim' | 'honest')[]): Holding {
  const honest = byHonest(on, id)
  const pims = managers.filter(who => who === 'pim' || honest.holder === 'pim').length
  if (pims === 2 || (pims === 1 && on.variation.oneSecret)) return { holder: 'pim', known: honest.known }
  return pims === 1 ? { holder: 'nobody', known: false } : honest
}

/** Asks for a second person and returns the request's id. */
export async function ask(on: Playing, asker: string, input: DeskAction, isPim: boolean): Promise<string> {
  // The model does not check the code, and hashing one in each move would take most of the time.
  const given = { now: NOW, random: on.deps.random, codeHash: 'not checked' }
  const { id } = await askApproval(on.db, await personOf(on.db, asker), input, given)
  if (isPim && !on.state.pims.includes(id)) on.state = { ...on.state, pims: [...on.state.pims, id] }
  return id
}

/** Approves a request and carries it out. Throws OnePersonWasTwo if Pim has asked for it and approves it. */
export async function approve(on: Playing, decider: string, id: string, isPim: boolean): Promise<void> {
  const { db, deps } = on
  const row = await rowOf({ db }, 'desk_approval', { id })
  const person = await personOf(db, decider)
  const request = await decideApproval(db, person, id, { state: 'done', now: NOW })
  const wasPim = on.state.pims.includes(id)
  if (isPim && wasPim) throw new OnePersonWasTwo()
  const input = JSON.parse(row.input) as DeskAction
  // What happens to a customer changes nothing for the accounts.
  if (input.action === 'erase-customer') return
  const target = input.action === 'give-manager-access' && 'id' in input.to ? input.to.id : null
  const to = byTwo(on, target, [wasPim ? 'pim' : 'honest', isPim ? 'pim' : 'honest'])
  const invited = await carryOut({ db, deps, now: NOW }, person, request)
  if (invited) await hand(on, invited, to)
}
