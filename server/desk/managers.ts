import type { ActionInput } from '#contract/actions.ts'
import type { DeskAction } from '#contract/approvals.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from './errors.ts'
import {
  addPerson,
  createInvitation,
  endAccess,
  type Invited,
  type Person,
  personOf,
  removeAccess,
  renewAccess,
  requireOtherManager,
  setRole,
} from './people.ts'

type Give = ActionInput<'giveManagerAccess'>
type Take = ActionInput<'takeManagerAccess'>

/** Returns the id of the existing person whose access an action changes, or null. */
export function personIn(input: DeskAction): string | null {
  if (input.action === 'take-manager-access') return input.id
  return input.action === 'give-manager-access' && 'id' in input.to ? input.to.id : null
}

/**
 * Throws if a request cannot be carried out now: NOT_FOUND for an unknown person, CHANGED if the person has no manager
 * access to take away, LAST_MANAGER if no other manager could sign in.
 */
export async function requirePossible(db: Db, input: DeskAction): Promise<void> {
  const id = personIn(input)
  if (id === null) return
  const person = await personOf(db, id)
  if (input.action === 'take-manager-access') requireManager(person)
  await requireOtherManager(db, person)
}

/** Describes a change of manager access for notices; null for any other action. Must be called before the change. */
export async function changeIn(db: Db, input: DeskAction) {
  if (input.action === 'take-manager-access') {
    const { name } = await personOf(db, input.id)
    return { change: input.role === null ? 'end' : 'change-role', name, role: input.role } as const
  }
  if (input.action !== 'give-manager-access') return null
  if ('name' in input.to) return { change: 'invite', name: input.to.name, role: 'manager' } as const
  const { name, role } = await personOf(db, input.to.id)
  return role === 'manager'
    ? ({ change: 'invite-again', name, role: null } as const)
    : ({ change: 'change-role', name, role: 'manager' } as const)
}

function requireManager({ role, state }: Person): void {
  if (role !== 'manager' || state === 'ended') throw new DeskError('CHANGED')
}

/**
 * Gives manager access to a new or existing person, with a new invitation. Ends existing passkeys, sessions and links.
 */
export async function giveManagerAccess(
  db: Db,
  { to }: Give,
  given: {
    readonly now: number
    readonly random: Random
    readonly givers: readonly [string, string]
    /** Hash of the code given to the person by the manager who made the request. */
    readonly codeHash: string
  },
): Promise<Invited & { readonly name: string }> {
  const { now, random, givers, codeHash } = given
  const invite = { now, random, codeHash }
  if ('name' in to) {
    const id = await addPerson(db, { name: to.name, role: 'manager' }, { now, random, givers })
    return { ...(await createInvitation(db, id, invite)), name: to.name }
  }
  const person = await personOf(db, to.id)
  await requireOtherManager(db, person)
  await removeAccess(db, to.id)
  await renewAccess(db, to.id, { now, givers })
  await setRole(db, to.id, { role: 'manager' })
  return { ...(await createInvitation(db, to.id, invite)), name: person.name }
}

/** Ends a manager's access or changes their role, and ends their sessions. */
export async function takeManagerAccess(db: Db, { id, role }: Take): Promise<void> {
  const person = await personOf(db, id)
  requireManager(person)
  await requireOtherManager(db, person)
  await (role === null ? endAccess(db, id) : setRole(db, id, { role }))
}
