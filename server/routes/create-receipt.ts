import { showReceipt } from '#server/campaign/receipts/read.ts'
import { sendReceipt } from '#server/campaign/receipts/send.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'createReceipt'> = async ({ db, caller, body, now }) => {
  const { id, ...fields } = body
  return showReceipt(db, await sendReceipt(db, caller.customerId, id, fields, now))
}
