import { type Action, ActionRefusal, customerNamed } from '#server/action.ts'
import { unblockCustomer } from '#server/identity/change-block.ts'

export const action = (async ({ db }, { id: name }) => {
  const { id } = await customerNamed(db, name)
  if (!(await unblockCustomer(db, id)))
    throw new ActionRefusal('CHANGED', 'NOT_BLOCKED', `${id}: the customer is not blocked`)
  return { answer: {}, detail: { customerId: id } }
}) satisfies Action<'unblockCustomer'>
