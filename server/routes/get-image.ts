import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/handler.ts'
import { imageKey, imageRow } from '#server/images/store.ts'

export const handler: Handler<'getImage'> = async ({ db, deps, caller, params }) => {
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
      // A file can be both a valid photo and a valid web page. Opened as a page, it must not run scripts.
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

const extensionOf = (contentType: string): string => contentType.replace('image/', '').replace('jpeg', 'jpg')
