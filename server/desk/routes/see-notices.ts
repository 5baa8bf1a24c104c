import type { DeskHandler } from '../handler.ts'
import { markSeen, noticesOf } from '../notices.ts'

export const handler: DeskHandler<'seeNotices'> = async ({ db, now, body, caller }) => {
  await markSeen(db, caller.person.id, { ids: body.ids, now })
  return noticesOf(db, caller.person.id)
}
