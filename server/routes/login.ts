import { proveIdentity } from '#server/auth/line-identity.ts'
import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/handler.ts'
import { PER_MINUTE } from '#server/http/rates.ts'
import { findCustomerByLineId } from '#server/identity/line-account.ts'
import { reportTokenReuse, signIn } from '#server/identity/sign-in.ts'
import { readCustomer } from '#server/identity/view.ts'
import { inTransaction } from '#server/store/transaction.ts'

export const handler: Handler<'login'> = async ({ db, deps, body, now, limit, requestId }) => {
  const identity = await proveIdentity(deps, body, limit)
  await limit(`login:${identity.lineUserId}`, PER_MINUTE.login)
  const { tokenUses, ...answer } = await inTransaction(db, async trx => {
    const customerId = await findCustomerByLineId(trx, identity.lineUserId)
    const known = customerId === null ? null : await readCustomer(trx, customerId)
    // A customer without a complete profile and consents is sent to the registration form at every login.
    if (known?.status !== 'registered') throw new ApiError('CUSTOMER_NOT_REGISTERED')
    const session = await signIn(trx, known.id, identity, { now, random: deps.random })
    return { customerId: known.id, ...session }
  })
  reportTokenReuse(deps, { customerId: answer.customerId, sessions: tokenUses, requestId })
  return answer
}
