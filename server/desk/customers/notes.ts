import { may } from '#contract/desk/roles.ts'
import { NOTES_MAX, OWN_NOTE_MS } from '#contract/desk/written.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { customerNamed } from '#server/action.ts'
import { countOf } from '#server/store/count.ts'
import { lockCustomer } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from '../errors.ts'
import type { ReceivedDeskCall } from '../handler.ts'
import type { Person } from '../people.ts'

type Note = { readonly person_id: string; readonly created_at: number }

/**
 * Adds a note. A repeat with the same id and text has no further effect. Throws REFUSED if the customer has left, has
 * `NOTES_MAX` notes, or if the id belongs to a note with another text.
 */
export async function addNote({ db, params, body, now, caller, audit }: ReceivedDeskCall<'addNote'>) {
  const { noteId: id, text } = body
  const { id: customer_id } = await customerNamed(db, params.id)
  // A customer who leaves at the same time waits here, or has left.
  await lockCustomer(db, customer_id)
  const { status } = await customerNamed(db, customer_id)
  if (status === 'cancelled') throw new DeskError('REFUSED', { detail: 'NOTE_CUSTOMER_LEFT' })
  const row = { id, customer_id, person_id: caller.person.id, text, created_at: now }
  const earlier = await db.selectFrom('customer_note').selectAll().where('id', '=', id).executeTakeFirst()
  if (earlier) {
    const isRepeat =
      earlier.text === text && earlier.customer_id === customer_id && earlier.person_id === row.person_id
    if (!isRepeat) throw new DeskError('REFUSED', { detail: 'NOTE_SAVED_BEFORE' })
    return {}
  }
  const count = await countOf(db.selectFrom('customer_note').where('customer_id', '=', customer_id))
  if (count >= NOTES_MAX)
    throw new DeskError('REFUSED', { detail: 'TOO_MANY_NOTES', values: { max: NOTES_MAX } })
  await db.insertInto('customer_note').values(row).execute()
  await audit('desk customer note', { customerId: customer_id, noteId: id })
  return {}
}

/** Deletes a note. Throws REFUSED if it is already deleted, or if the caller may not delete it. */
export async function deleteNote({
  db,
  params,
  body: { noteId },
  now,
  caller,
  audit,
}: ReceivedDeskCall<'deleteNote'>) {
  const { id: customerId } = await customerNamed(db, params.id)
  await lockCustomer(db, customerId)
  const note = await db
    .selectFrom('customer_note')
    .select(['person_id', 'created_at'])
    .where('id', '=', noteId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (!note) throw new DeskError('REFUSED', { detail: 'NOTE_GONE' })
  if (!mayDelete(caller.person, note, now))
    throw new DeskError('REFUSED', {
      detail: note.person_id === caller.person.id ? 'NOTE_TOO_OLD' : 'NOTE_OF_ANOTHER',
    })
  await db.deleteFrom('customer_note').where('id', '=', noteId).execute()
  await audit('desk customer note delete', { customerId, noteId, authorId: note.person_id })
  return {}
}

const mayDelete = ({ id, role }: Person, { person_id, created_at }: Note, now: number): boolean =>
  role === 'manager' || (person_id === id && now < created_at + OWN_NOTE_MS)

/** Returns a customer's notes, newest first, and which of them the reader may delete. */
export async function notesAbout(
  db: Db,
  customerId: string,
  reader: Person,
  now: number,
): Promise<DeskAnswer<'customer'>['notes']> {
  const rows = await noteRows(db, customerId)
    .orderBy('customer_note.created_at', 'desc')
    .orderBy('customer_note.id', 'desc')
    .execute()
  return rows.map(({ id, text, by, created_at, person_id }) => ({
    id,
    text,
    by,
    createdAt: created_at,
    mayDelete: may(reader.role, 'customers-change') && mayDelete(reader, { person_id, created_at }, now),
  }))
}

/** Selects the notes about a customer with the names of their authors. */
export const noteRows = (db: Db, customerId: string) =>
  db
    .selectFrom('customer_note')
    .innerJoin('desk_person', 'desk_person.id', 'customer_note.person_id')
    .select(['customer_note.id', 'customer_note.text', 'customer_note.created_at', 'customer_note.person_id'])
    .select('desk_person.name as by')
    .where('customer_note.customer_id', '=', customerId)
