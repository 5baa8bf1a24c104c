import { type Action, ActionRefusal, customerNamed } from '#server/action.ts'
import { blockCustomer } from '#server/identity/change-block.ts'

export const action = (async ({ db, now }, { id: name, reason }) => {
  const { id } = await customerNamed(db, name)
  const ended = await blockCustomer(db, { id }, now)
  if (ended === 'left')
    throw new ActionRefusal('REFUSED', 'CUSTOMER_CANCELLED', `${id}: the customer has already left`)
  if (ended === 'blocked')
    throw new ActionRefusal('CHANGED', 'CUSTOMER_BLOCKED', `${id}: the customer is already blocked`)
  return {
    answer: { ended },
    detail: { customerId: id, ended },
    texts: { about: [id], values: { reason } },
  }
}) satisfies Action<'blockCustomer'>
