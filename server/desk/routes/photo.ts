import { requireMaySee } from '../customers/photo-access.ts'
import { recordPhotos } from '../customers/views.ts'
import type { DeskHandler } from '../handler.ts'
import { actorOf } from '../people.ts'
import { findPhoto, photoResponse } from '../photo.ts'

export const handler: DeskHandler<'photo'> = async ({ db, deps, params, caller, now }) => {
  const { person } = caller
  const receiptId = params.id
  const access = await requireMaySee(db, { receiptId, person, now })
  const photo = await findPhoto(db, { receiptId, position: Number(params.position) })
  const response = await photoResponse(deps.objects, photo)
  // For an assigned receipt, the assignment already has an audit entry.
  if (access === 'other') {
    const seen = { receiptId, customerId: photo.customer_id, actor: actorOf(person), now }
    await recordPhotos({ db, dialect: deps.dialect }, seen)
  }
  return response
}
