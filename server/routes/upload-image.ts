import type { Handler } from '#server/handler.ts'
import { pieceOf } from '#server/images/content-range.ts'
import { imageRow, showImage } from '#server/images/store.ts'
import { addPiece, addWhole } from '#server/images/upload.ts'

export const handler: Handler<'uploadImage'> = async ({ db, deps, caller, params, headers, bytes, now }) => {
  const owned = { customerId: caller.customerId, sha256: params.sha256 }
  const piece = pieceOf(headers.get('content-range'), bytes.length)
  const finished = await imageRow(db, owned)
  if (finished) return showImage(finished)
  const stores = { db, objects: deps.objects }
  if (piece === null) return showImage(await addWhole(stores, owned, bytes, now))
  const result = await addPiece(stores, owned, piece, bytes, now)
  return 'received' in result ? { sha256: params.sha256, received: result.received } : showImage(result)
}
