import { readCampaign } from '#server/campaign/clock.ts'
import { withdrawReceipt } from '#server/campaign/receipts/change.ts'
import type { Handler } from '#server/handler.ts'

export const handler: Handler<'deleteReceipt'> = async ({ db, caller, params, now }) => {
  await withdrawReceipt(db, caller.customerId, params.id, now)
  const { epoch } = await readCampaign(db)
  return { id: params.id, status: 'void', ...(epoch === null ? {} : { epoch }) }
}
