import type { DeskAction } from '#contract/approvals.ts'
import type { Role } from '#contract/desk/roles.ts'
import { changeRole, endPerson, inviteAgain, invitePerson, type Person } from '#server/desk/people.ts'
import {
  approve,
  ask,
  byHonest,
  HONEST,
  hand,
  mayHave,
  NOW,
  type Playing,
  personIn,
  type State,
} from './world.ts'

/** The maximum number of accounts, without the honest managers'. */
const ACCOUNTS_MAX = 3
const CUSTOMER = '01a1f753-6480-7ac8-afd2-b24aa30ec491'

/** A step that Pim or the honest managers can take. */
export type Move = { readonly name: string; readonly run: (on: Playing) => Promise<unknown> }

/** The roles that a manager can assign without a second manager. */
const lowRoles = ['support', 'auditor'] as const satisfies readonly Role[]

const givenBy = (on: Playing, by: string) => ({ now: NOW, random: on.deps.random, by })

export const label = ({ accounts }: State, id: string): string =>
  accounts.some(one => one.id === id) ? `account ${accounts.findIndex(one => one.id === id) + 1}` : id

/** Describes a request without ids, so that the order of earlier moves does not affect the text. */
export function labelOfRequest(state: State, id: string): string {
  const row = state.requests.find(one => one.id === id)
  const input = state.accounts.reduce(
    (text, account) => text.replaceAll(account.id, label(state, account.id)),
    row?.input ?? '',
  )
  return `${label(state, row?.asked_by ?? '')}’s request ${input}`
}

/** Returns every move that can be tried in a state. The server refuses some of them. */
export function movesIn(state: State): Move[] {
  const pims = state.accounts
    .filter(({ holder }) => holder === 'pim')
    .map(({ id }) => personIn(state, id))
    .filter(person => person.state === 'active')
  const managers = pims.filter(({ role }) => role === 'manager').map(({ id }) => id)
  return [
    ...pims.flatMap(as => pimsMoves(state, as)),
    ...honestMoves(state),
    ...changesForTwo(state).flatMap(({ name, input }) => twoManagers(state, managers, { name, input })),
  ]
}

type Change = { readonly name: string; readonly input: DeskAction }

function changesForTwo(state: State): Change[] {
  const isRoom = state.accounts.length < ACCOUNTS_MAX
  return [
    ...(isRoom
      ? [{ name: 'a new manager', input: { action: 'give-manager-access', to: { name: 'New' } } as const }]
      : []),
    ...state.accounts.flatMap(({ id }) => {
      const name = label(state, id)
      return [
        { name: `access for ${name}`, input: { action: 'give-manager-access', to: { id } } as const },
        { name: `the end of ${name}`, input: { action: 'take-manager-access', id, role: null } as const },
        {
          name: `support for ${name}`,
          input: { action: 'take-manager-access', id, role: 'support' } as const,
        },
      ]
    }),
  ]
}

/**
 * Returns the moves in which one manager asks for a change of access and another approves it at once. Leaving the
 * request open would add no outcome.
 */
function twoManagers(state: State, pims: readonly string[], { name, input }: Change): Move[] {
  const [one, two] = HONEST
  const pairs = [
    [one, two],
    ...pims.flatMap(pim => [
      [pim, two],
      [one, pim],
      ...pims.filter(other => other !== pim).map(other => [pim, other]),
    ]),
  ]
  return pairs.map(([asker = '', decider = '']) => ({
    name: `${label(state, asker)} asks for ${name}, ${label(state, decider)} approves`,
    run: async on => {
      const id = await ask(on, asker, input, pims.includes(asker))
      return approve(on, decider, id, pims.includes(decider))
    },
  }))
}

/** Returns the moves that Pim can make with one account. */
function pimsMoves(state: State, as: Person): Move[] {
  const moves: Move[] = []
  const by = as.id
  const add = (name: string, run: Move['run']) => moves.push({ name: `${label(state, by)} ${name}`, run })
  if (as.role === 'support' || as.role === 'manager')
    add('asks to erase a customer', on =>
      ask(on, by, { action: 'erase-customer', customerId: CUSTOMER }, true),
    )
  if (as.role !== 'manager') return moves
  if (state.accounts.length < ACCOUNTS_MAX)
    add('invites a new account', async on => {
      const made = await invitePerson(on.db, { name: 'New', role: 'support' }, givenBy(on, by))
      await hand(on, made.personId, { holder: 'pim', known: false })
    })
  for (const { id } of state.accounts) {
    const name = label(state, id)
    add(`ends ${name}`, on => endPerson(on.db, id, { by }))
    add(`invites ${name} again`, async on => {
      await inviteAgain(on.db, id, givenBy(on, by))
      await hand(on, id, { holder: 'pim', known: false })
    })
    for (const role of lowRoles) add(`makes ${name} ${role}`, on => changeRole(on.db, id, { role }))
  }
  for (const { id } of state.requests)
    add(`approves ${labelOfRequest(state, id)}`, on => approve(on, by, id, true))
  return moves
}

/** Returns the moves that an honest manager can make alone. */
function honestMoves(state: State): Move[] {
  const moves: Move[] = []
  const [one] = HONEST
  const add = (name: string, run: Move['run']) => moves.push({ name, run })
  if (state.accounts.length < ACCOUNTS_MAX && mayHave(state, null))
    add('a manager invites Pim as new support', async on => {
      const made = await invitePerson(on.db, { name: 'Pim', role: 'support' }, givenBy(on, one))
      await hand(on, made.personId, { holder: 'pim', known: true })
    })
  for (const { id } of state.accounts) {
    const name = label(state, id)
    add(`a manager ends ${name}`, on => endPerson(on.db, id, { by: one }))
    add(`a manager invites ${name} again`, async on => {
      const to = byHonest(on, id)
      await inviteAgain(on.db, id, givenBy(on, one))
      await hand(on, id, to)
    })
    for (const role of lowRoles) add(`a manager makes ${name} ${role}`, on => changeRole(on.db, id, { role }))
  }
  return moves
}
