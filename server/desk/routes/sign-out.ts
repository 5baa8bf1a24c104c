import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'signOut'> = async ({ db, caller, audit, setSession }) => {
  await db.deleteFrom('desk_session').where('id', '=', caller.session.id).execute()
  await audit('desk sign-out', {})
  setSession(null)
  return {}
}
