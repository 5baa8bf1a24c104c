import * as v from 'valibot'
import { storedImage } from '#contract/schema/receipt.ts'
import { ApiError } from '#server/errors.ts'
import type { Handlers } from '#server/handler.ts'
import { pieceOf } from '#server/images/content-range.ts'
import { type ImageRow, imageKey, imageRow } from '#server/images/store.ts'
import { addPiece, addWhole, uploadRow } from '#server/images/upload.ts'

/** Receipt photos: uploading whole or in pieces, how far an upload is, and looking at them. */
export const imageHandlers: Handlers<'uploadImage' | 'headImage' | 'getImage'> = {
  async uploadImage({ db, deps, caller, params, headers, bytes, now }) {
    const owned = { customerId: caller.customerId, sha256: params.sha256 }
    const piece = pieceOf(headers.get('content-range'), bytes.length)
    const finished = await imageRow(db, owned)
    if (finished) return shown(finished)
    const stores = { db, objects: deps.objects }
    if (piece === null) return shown(await addWhole(stores, owned, bytes, now))
    const result = await addPiece(stores, owned, piece, bytes, now)
    return 'received' in result ? { sha256: params.sha256, received: result.received } : shown(result)
  },

  async headImage({ db, caller, params }) {
    const owned = { customerId: caller.customerId, sha256: params.sha256 }
    const finished = await imageRow(db, owned)
    if (finished) return progress(finished.bytes, finished.bytes)
    const begun = await uploadRow(db, owned)
    if (!begun) throw new ApiError('NOT_FOUND')
    return progress(begun.received, begun.total)
  },

  async getImage({ db, deps, caller, params }) {
    const owned = { customerId: caller.customerId, sha256: params.sha256 }
    const row = await imageRow(db, owned)
    if (!row) throw new ApiError('NOT_FOUND')
    const bytes = await deps.objects.get(imageKey(owned))
    if (!bytes) {
      deps.log.error({ sha256: params.sha256 }, 'a stored photo is missing')
      throw new ApiError('UNAVAILABLE')
    }
    return new Response(new Uint8Array(bytes), {
      headers: {
        'Content-Type': row.content_type,
        'Content-Length': String(bytes.length),
        'Content-Disposition': `inline; filename="receipt.${extensionOf(row.content_type)}"`,
        // A file can be a valid photo and a web page at once: as a page it may do nothing.
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  },
}

const shown = (row: ImageRow) =>
  v.parse(storedImage, {
    sha256: row.sha256,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    contentType: row.content_type,
  })

const progress = (offset: number, length: number): Response =>
  new Response(null, { headers: { 'Upload-Offset': String(offset), 'Upload-Length': String(length) } })

const extensionOf = (contentType: string): string => contentType.replace('image/', '').replace('jpeg', 'jpg')
