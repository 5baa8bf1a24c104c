import { SHORT_CODE_TRIES, SHORT_CODE_WINDOW_MS } from '#contract/desk/limits.ts'
import type { StaffPlace } from '#contract/desk/people.ts'
import type { TypedReason } from '#contract/desk/staff.ts'
import { isRecent } from '#contract/recent.ts'
import { readShortCode, shortCodeOf } from '#contract/short-code.ts'
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
  const { count, since } = await lockCount(db, personId, now)
  if (count >= SHORT_CODE_TRIES) return { reason: 'too-many' }
  const all = await collectors(db, now, 'all')
  const here = all.filter(({ delivery }) => place === 'event' || delivery === 'counter')
  const codes = here.flatMap(({ rewardId, secret }) => freshCodes(rewardId, secret, now))
  const [code, ...others] = codes.filter(one => shortCodeOf(one) === digits)
  // Two winners have the same number in this half minute, and other ones in the next.
  if (code !== undefined && others.length === 0) return { code }
  await db
    .updateTable('desk_person')
    .set({ wrong_numbers: count + 1, wrong_numbers_since: since })
    .where('id', '=', personId)
    .execute()
  return { reason: 'wrong-number' }
}

async function lockCount(db: Db, personId: string, now: number) {
  // A no-op update locks the row on PostgreSQL; SQLite has no SELECT ... FOR UPDATE.
  const row = await db
    .updateTable('desk_person')
    .set(eb => ({ wrong_numbers: eb.ref('wrong_numbers') }))
    .where('id', '=', personId)
    .returning(['wrong_numbers', 'wrong_numbers_since'])
    .executeTakeFirstOrThrow()
  const since = row.wrong_numbers_since
  return since !== null && isRecent(since, now, SHORT_CODE_WINDOW_MS)
    ? { count: row.wrong_numbers ?? 0, since }
    : { count: 0, since: now }
}
