import type { Handler } from '#server/handler.ts'
import { photoOf } from '#server/images/store.ts'
import { strip } from '#server/images/strip.ts'
import { checkedReading } from '#server/reader/checked-reading.ts'

export const handler: Handler<'readReceipt'> = async ({ db, deps, bytes, now }) => {
  const { type } = photoOf(bytes)
  // Metadata can reveal where the photo was taken, and the reader does not need it.
  const found = await deps.receiptReader?.read({ bytes: strip(bytes, type), type })
  return checkedReading(db, found ?? null, now)
}
