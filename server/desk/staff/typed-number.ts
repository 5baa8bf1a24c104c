import { SHORT_CODE_TRIES, SHORT_CODE_WINDOW_MS } from '#contract/desk/limits.ts'
import type { StaffPlace } from '#contract/desk/people.ts'
import type { TypedReason } from '#contract/desk/staff.ts'
import { isRecent } from '#contract/recent.ts'
import { readShortCode, shortCodeOf } from '#contract/short-code.ts'
import { scopeOfPerson } from '#server/campaign/pin-limits.ts'
import { freshCodes } from '#server/campaign/qr.ts'
import type { Db } from '#server/store/tables.ts'
import { collectors } from './night.ts'

type Typing = { readonly personId: string; readonly place: StaffPlace; readonly now: number }
type Found = { readonly code: string } | { readonly reason: TypedReason }

/**
 * Returns the code to which a typed number belongs, or null if the text is not such a number. Only the winners who
 * collect a prize at the staff member's place have numbers, so that a guess is unlikely to hit one.
 */
export async function codeOfNumber(db: Db, typed: string, typing: Typing): Promise<Found | null> {
  const digits = readShortCode(typed)
  if (digits === null) return null
  const { personId, place, now } = typing
  const scope = scopeOfPerson(personId)
  const { count, since } = await lockCount(db, scope, now)
  if (count >= SHORT_CODE_TRIES) return { reason: 'too-many' }
  const all = await collectors(db, now, 'all')
  const here = all.filter(({ delivery }) => place === 'event' || delivery === 'counter')
  const codes = here.flatMap(({ rewardId, secret }) => freshCodes(rewardId, secret, now))
  const [code, ...others] = codes.filter(one => shortCodeOf(one) === digits)
  // If two winners have the same number, refuse it: in the next half minute, their numbers differ.
  if (code !== undefined && others.length === 0) return { code }
  await db
    .updateTable('wrong_pins')
    .set({ failures: count + 1, since })
    .where('scope', '=', scope)
    .execute()
  return { reason: 'wrong-number' }
}

/** The count is not in the person's row: this call holds a shared lock on that row, so two calls could deadlock. */
async function lockCount(db: Db, scope: string, now: number) {
  await db
    .insertInto('wrong_pins')
    .values({ scope, failures: 0, since: now })
    .onConflict(conflict => conflict.column('scope').doNothing())
    .execute()
  // A no-op update locks the row on PostgreSQL; SQLite has no SELECT ... FOR UPDATE.
  const { failures, since } = await db
    .updateTable('wrong_pins')
    .set(eb => ({ failures: eb.ref('failures') }))
    .where('scope', '=', scope)
    .returningAll()
    .executeTakeFirstOrThrow()
  return isRecent(since, now, SHORT_CODE_WINDOW_MS) ? { count: failures, since } : { count: 0, since: now }
}
