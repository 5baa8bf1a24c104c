import { giversOf, mayBeOnePerson } from '#server/desk-accounts.ts'
import type { DeskPersonTable } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from './errors.ts'

type Account = Pick<DeskPersonTable, 'id' | 'given_by'>

/**
 * True if the access was given by the command line or two managers, so no manager can have created the account alone.
 */
const isFirm = (account: Pick<Account, 'given_by'>): boolean => {
  const givers = giversOf(account)
  return givers !== null && givers.length !== 1
}

/**
 * Throws unless two accounts can be treated as two people: SAME_PERSON if they are the same account, GIVEN_BY_ONE if a
 * single manager gave the decider access, GAVE_ACCESS if the decider alone gave the asker access, ASKER_GIVER_LEFT if
 * the asker's access is no longer sound.
 */
export async function requireTwoPeople(
  db: Db,
  asker: DeskPersonTable,
  decider: DeskPersonTable,
): Promise<void> {
  if (asker.id === decider.id) throw new DeskError('SAME_PERSON')
  if (!isFirm(decider)) throw new DeskError('GIVEN_BY_ONE')
  if (mayBeOnePerson(asker, decider)) throw new DeskError('GAVE_ACCESS')
  if (!(await isSound(db, asker))) throw new DeskError('ASKER_GIVER_LEFT', { values: { name: asker.name } })
}

/** Throws GIVER_LEFT if a person's access is not sound: they may not request actions that need two people. */
export async function requireSoundAccess(db: Db, asker: Account): Promise<void> {
  if (!(await isSound(db, asker))) throw new DeskError('GIVER_LEFT')
}

/**
 * True if the access is firm, or if the one manager who gave it is still active and has firm access. Otherwise a
 * manager could leave, return with a new account, and approve requests of an account that they invited.
 */
async function isSound(db: Db, account: Account): Promise<boolean> {
  const givers = giversOf(account)
  if (givers === null) return false
  const [giver] = givers
  if (giver === undefined || givers.length > 1) return true
  const found = await db
    .selectFrom('desk_person')
    .select('given_by')
    .where('id', '=', giver)
    .where('role', '=', 'manager')
    .where('state', '=', 'active')
    .executeTakeFirst()
  return found !== undefined && isFirm(found)
}
