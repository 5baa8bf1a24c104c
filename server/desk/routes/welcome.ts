import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'welcome'> = async ({ db, deps }) => {
  const demo = deps.demo
    ? await db
        .selectFrom('desk_person')
        .select(['id', 'name', 'role'])
        .where('state', '=', 'active')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    : []
  return { campaign: deps.campaign, demo }
}
