import type { Db, Tables } from '#server/store/tables.ts'

type Reach = Tables['line_reach']

/** Ignores an event that is older than the recorded event. */
export async function recordReach(db: Db, reach: Reach): Promise<void> {
  const { is_following, changed_at } = reach
  await db
    .insertInto('line_reach')
    .values(reach)
    .onConflict(conflict =>
      conflict
        .column('line_user_id')
        .doUpdateSet({ is_following, changed_at })
        .where('line_reach.changed_at', '<=', changed_at),
    )
    .execute()
}

export async function deleteLineTraces(db: Db, lineUserIds: readonly string[]): Promise<void> {
  if (lineUserIds.length === 0) return
  for (const table of ['line_reach', 'line_hand_over', 'line_webhook_event'] as const) {
    await db
      .deleteFrom(table as 'line_reach')
      .where('line_user_id', 'in', lineUserIds)
      .execute()
  }
}
