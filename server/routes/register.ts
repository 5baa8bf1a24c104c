import { proveIdentity } from '#server/auth/line-identity.ts'
import { campaignState, readCampaign } from '#server/campaign/clock.ts'
import { createReward } from '#server/campaign/create-reward.ts'
import type { Handler } from '#server/handler.ts'
import { PER_MINUTE } from '#server/http/rates.ts'
import { registerCustomer } from '#server/identity/register.ts'
import { reportTokenReuse, signIn } from '#server/identity/sign-in.ts'
import { inTransaction } from '#server/store/transaction.ts'

export const handler: Handler<'register'> = async ({ db, deps, body, now, limit, requestId, headers }) => {
  const identity = await proveIdentity(deps, body, limit)
  await limit(`login:${identity.lineUserId}`, PER_MINUTE.login)
  const { tokenUses, ...answer } = await inTransaction(db, async trx => {
    const at = { now, random: deps.random, headers }
    const { id, status } = await registerCustomer(trx, identity, body, at)
    // Create the welcome ticket here, so that it does not depend on another call from the phone.
    if (status === 'registered' && campaignState(await readCampaign(trx), now) === 'open')
      await createReward(trx, id, now, deps.random)
    return { customerId: id, ...(await signIn(trx, id, identity, at)), status }
  })
  reportTokenReuse(deps, { customerId: answer.customerId, sessions: tokenUses, requestId })
  return answer
}
