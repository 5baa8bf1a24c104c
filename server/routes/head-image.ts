import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/handler.ts'
import { imageRow } from '#server/images/store.ts'
import { uploadRow } from '#server/images/upload.ts'

export const handler: Handler<'headImage'> = async ({ db, caller, params }) => {
  const owned = { customerId: caller.customerId, sha256: params.sha256 }
  const finished = await imageRow(db, owned)
  if (finished) return progress(finished.bytes, finished.bytes)
  const upload = await uploadRow(db, owned)
  if (!upload) throw new ApiError('NOT_FOUND')
  return progress(upload.received, upload.total)
}

const progress = (offset: number, length: number): Response =>
  new Response(null, { headers: { 'Upload-Offset': String(offset), 'Upload-Length': String(length) } })
