import { Readable } from 'node:stream'
import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/handler.ts'
import { PER_MINUTE } from '#server/http/rates.ts'
import { exportFile } from '#server/identity/export-file.ts'
import { customerOfExportLink } from '#server/identity/export-link.ts'
import { readCustomer } from '#server/identity/view.ts'

export const handler: Handler<'getExport'> = async ({ db, deps, params, now, limit, requestId }) => {
  const customerId = await customerOfExportLink(db, params.link, now)
  if (customerId === null) throw new ApiError('NOT_FOUND')
  // Limit the calls: the file may be large, and anyone with the link can request it repeatedly.
  await limit(`export:${customerId}`, PER_MINUTE.export)
  const customer = await readCustomer(db, customerId)
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': 'attachment; filename="my-campaign-data.zip"',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  }
  const file = exportFile({ db, objects: deps.objects, now }, customer)
  // Most of the file comes from the database. If the database fails now, the call can still be rejected.
  const first = await file.next()
  const onError = (err: unknown) => deps.log.error({ err, requestId }, 'an export broke off')
  const body = Readable.toWeb(Readable.from(rest(first, file, onError)))
  // Node's types and the DOM's types for this class are incompatible.
  return new Response(body as unknown as ReadableStream<Uint8Array>, { headers })
}

/** On an error, the response ends early, so that the browser reports it. */
async function* rest<T, R>(
  first: IteratorResult<T, R>,
  file: AsyncGenerator<T, R>,
  onError: (error: unknown) => void,
): AsyncGenerator<T, void> {
  try {
    if (!first.done) yield first.value
    yield* file
  } catch (error) {
    onError(error)
    throw error
  }
}
