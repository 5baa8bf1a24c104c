import { deskHandlers } from '../handler.ts'
import { markSeen, noticesOf } from '../notices.ts'

export const noticesHandlers = deskHandlers({
  notices: ({ db, caller }) => noticesOf(db, caller.person.id),
  async seeNotices({ db, now, body, caller }) {
    await markSeen(db, caller.person.id, { ids: body.ids, now })
    return noticesOf(db, caller.person.id)
  },
})
