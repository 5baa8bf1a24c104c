import { changeReceipt } from '#server/campaign/receipts/change.ts'
import { showReceipt } from '#server/campaign/receipts/read.ts'
import type { Handler } from '#server/handler.ts'
import { versionOf } from '#server/http/if-match.ts'

export const handler: Handler<'updateReceipt'> = async ({ db, caller, params, body, headers, now }) => {
  const change = { fields: body, ifVersion: versionOf(headers) }
  return showReceipt(db, await changeReceipt(db, caller.customerId, params.id, change, now))
}
