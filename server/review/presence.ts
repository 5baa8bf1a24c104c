import { MINUTE_MS } from '#contract/time.ts'
import type { Random } from '#server/random.ts'
import type { Db } from '#server/store/tables.ts'
import type { At } from './types.ts'

/** How long a reviewer counts as at work after a request, and how long a drawn receipt is reserved. */
export const PRESENT_MS = 3 * MINUTE_MS

/** The upsert locks the reviewer's row, so that concurrent tabs cannot exceed a limit. */
export async function notePresence(db: Db, { reviewer, now }: At): Promise<void> {
  await db
    .insertInto('review_presence')
    .values({ reviewer, asked_at: now })
    .onConflict(conflict => conflict.column('reviewer').doUpdateSet({ asked_at: now }))
    .execute()
}

export async function reviewersAtWork(db: Db, { reviewer, now }: At): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('review_presence')
    .select('reviewer')
    .where('asked_at', '>', now - PRESENT_MS)
    .where('reviewer', '<>', reviewer)
    .execute()
  return [reviewer, ...rows.map(row => row.reviewer).toSorted()]
}

/** Returns a cryptographically random number in [0, 1). */
export function secretNumber(random: Random): number {
  const [a = 0, b = 0, c = 0, d = 0] = random.bytes(4)
  return (a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) / 2 ** 32
}

export const drawReviewer = (random: Random, reviewers: readonly string[]): string | undefined =>
  reviewers[Math.floor(secretNumber(random) * reviewers.length)]
