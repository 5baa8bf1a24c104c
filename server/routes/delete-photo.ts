import type { Handler } from '#server/handler.ts'
import { deletePicture } from '#server/identity/line-profile.ts'

export const handler: Handler<'deletePhoto'> = async ({ db, caller, now }) => {
  await deletePicture(db, caller.customerId, now)
  return { deleted: true }
}
