import type { Handler } from '#server/handler.ts'
import { agreeAgain } from '#server/identity/consents.ts'
import { readCustomer, viewCustomer } from '#server/identity/view.ts'
import { lockParticipant } from '#server/store/lock.ts'

export const handler: Handler<'putConsents'> = async ({ db, deps, caller, body, now }) => {
  await lockParticipant(db, caller.customerId)
  await agreeAgain(db, caller.customerId, body, { now, random: deps.random })
  return viewCustomer(db, await readCustomer(db, caller.customerId))
}
