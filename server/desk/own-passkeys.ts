import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { Db } from '#server/store/tables.ts'

export async function passkeysOf(db: Db, personId: string): Promise<DeskAnswer<'passkeys'>> {
  const rows = await db
    .selectFrom('desk_passkey')
    .select(['id', 'name', 'created_at as createdAt', 'used_at as usedAt'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { passkeys: rows }
}
