import { WRONG_CODES_MAX } from '#contract/desk/limits.ts'
import { verifyPin } from '#server/campaign/staff-pin.ts'
import { sha256Hex } from '#server/hash.ts'
import type { Random } from '#server/random.ts'
import type { DeskInvitationTable } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from './errors.ts'
import { named, tellManagers } from './notices.ts'
import { type Person, personOf } from './people.ts'

type OpenInvitation = { readonly person: Person; readonly invitation: DeskInvitationTable }

/**
 * Returns the invitation for a link's token and locks the invited person. Throws INVITATION_INVALID if the token is
 * unknown, used or expired.
 */
export async function openInvitation(db: Db, token: string, now: number): Promise<OpenInvitation> {
  const found = await invitationOf(db, token, now)
  const person = await personOf(db, found.person_id)
  // Read the invitation again: another call may have used or ended it before the person was locked.
  return { person, invitation: await invitationOf(db, token, now) }
}

async function invitationOf(db: Db, token: string, now: number): Promise<DeskInvitationTable> {
  const found = await db
    .selectFrom('desk_invitation')
    .selectAll()
    .where('token_hash', '=', sha256Hex(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!found) throw new DeskError('INVITATION_INVALID')
  return found
}

/**
 * Checks the code of a manager's invitation. Throws WRONG_CODE with the number of attempts `left`. The last attempt
 * ends the invitation, notifies the managers and throws INVITATION_INVALID. These changes are committed despite the
 * errors.
 */
export async function checkCode(
  db: Db,
  { person, invitation: { token_hash, code_hash, wrong_codes } }: OpenInvitation,
  code: string | undefined,
  at: { readonly now: number; readonly random: Random },
): Promise<void> {
  if (code_hash === null) return
  if (code === undefined) throw new DeskError('VALIDATION', { fields: [{ path: 'code', code: 'required' }] })
  if (await verifyPin(code, code_hash)) return
  const wrong = wrong_codes + 1
  const row = { token_hash, wrong_codes: wrong }
  if (wrong < WRONG_CODES_MAX) {
    await db.updateTable('desk_invitation').set(row).where('token_hash', '=', token_hash).execute()
    throw new DeskError('WRONG_CODE', { keep: true, values: { left: WRONG_CODES_MAX - wrong } })
  }
  await db.deleteFrom('desk_invitation').where('token_hash', '=', token_hash).execute()
  await tellManagers(db, { kind: 'invitation-ended', detail: { person: named(person) } }, at)
  throw new DeskError('INVITATION_INVALID', { keep: true })
}

export async function activate(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('desk_invitation').where('person_id', '=', personId).execute()
  await db.updateTable('desk_person').set({ state: 'active' }).where('id', '=', personId).execute()
}
