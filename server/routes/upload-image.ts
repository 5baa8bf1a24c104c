import type { Handler } from '#server/handler.ts'
import { pieceOf } from '#server/images/content-range.ts'
import { imageRow, showImage } from '#server/images/store.ts'
import { addPiece, addWhole } from '#server/images/upload.ts'
import { lockParticipant } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'

export const handler: Handler<'uploadImage'> = async call => {
  const { db, deps, caller, params, headers, bytes, now } = call
  const owned = { customerId: caller.customerId, sha256: params.sha256 }
  const piece = pieceOf(headers.get('content-range'), bytes.length)
  const finished = await imageRow(db, owned)
  if (finished) return showImage(finished)
  const requireOwner = async (trx: Db) => {
    await lockParticipant(trx, caller.customerId)
    await call.requireSession(trx)
  }
  const stores = { db, objects: deps.objects, requireOwner }
  if (piece === null) return showImage(await addWhole(stores, owned, bytes, now))
  const result = await addPiece(stores, owned, piece, bytes, now)
  return 'received' in result ? { sha256: params.sha256, received: result.received } : showImage(result)
}
