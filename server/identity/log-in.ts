import { proveIdentity } from '#server/auth/line-identity.ts'
import { ApiError } from '#server/errors.ts'
import type { Caller, ReceivedCall } from '#server/handler.ts'
import { PER_MINUTE } from '#server/http/rates.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { findCustomerByLineId } from './line-account.ts'
import { reportTokenReuse, signIn } from './sign-in.ts'
import { readCustomer } from './view.ts'

type LoggedIn = {
  readonly caller: Pick<Caller, 'customerId' | 'lineUserId'>
  readonly accessToken: string
  readonly expiresAt: string
}

/** Verifies LINE's token, creates a session and ends the phone's earlier session. */
export async function logIn({
  db,
  deps,
  body,
  now,
  limit,
  requestId,
  headers,
}: Pick<
  ReceivedCall<'login'>,
  'db' | 'deps' | 'body' | 'now' | 'limit' | 'requestId' | 'headers'
>): Promise<LoggedIn> {
  const identity = await proveIdentity(deps, body, limit)
  const { lineUserId } = identity
  await limit(`login:${lineUserId}`, PER_MINUTE.login)
  const { customerId, tokenUses, ...session } = await inTransaction(db, async trx => {
    const found = await findCustomerByLineId(trx, lineUserId)
    const known = found === null ? null : await readCustomer(trx, found)
    // The app shows the registration form to customers without a complete profile and consents.
    if (known?.status !== 'registered') throw new ApiError('CUSTOMER_NOT_REGISTERED')
    const at = { now, random: deps.random, headers }
    return { customerId: known.id, ...(await signIn(trx, known.id, identity, at)) }
  })
  reportTokenReuse(deps, { customerId, sessions: tokenUses, requestId })
  return { caller: { customerId, lineUserId }, ...session }
}
