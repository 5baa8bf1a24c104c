import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/handler.ts'
import { recordLanguage } from '#server/identity/language.ts'
import { updateLineProfile } from '#server/identity/line-profile.ts'
import { inTransaction } from '#server/store/transaction.ts'

export const handler: Handler<'postCustomer'> = async ({
  db,
  caller,
  body,
  now,
  requireSession,
  headers,
}) => {
  if (body.lineUserId !== caller.lineUserId) throw new ApiError('LINE_USER_MISMATCH')
  return inTransaction(db, async trx => {
    await requireSession(trx)
    await recordLanguage(trx, caller.customerId, headers)
    const updated = await updateLineProfile(trx, caller.customerId, body, now)
    return { id: caller.customerId, updated }
  })
}
