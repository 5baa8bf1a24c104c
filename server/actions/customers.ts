import { type Action, ActionRefusal, customerNamed } from '#server/action.ts'
import { revokeSessions } from '#server/auth/sessions.ts'
import * as block from '#server/identity/change-block.ts'

export const blockCustomer = (async ({ db, now }, { id: name, reason }) => {
  const { id } = await customerNamed(db, name)
  const ended = await block.blockCustomer(db, { id }, now)
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

export const unblockCustomer = (async ({ db }, { id: name }) => {
  const { id } = await customerNamed(db, name)
  if (!(await block.unblockCustomer(db, id)))
    throw new ActionRefusal('CHANGED', 'NOT_BLOCKED', `${id}: the customer is not blocked`)
  return { answer: {}, detail: { customerId: id } }
}) satisfies Action<'unblockCustomer'>

export const endCustomerSessions = (async ({ db, now }, { id: name, sessionId }) => {
  const { id: customerId } = await customerNamed(db, name)
  const which = { customerId, ...(sessionId === undefined ? {} : { sessionId }) }
  const ended = await revokeSessions(db, which, now)
  if (sessionId !== undefined && ended === 0) {
    const message = `SESSION: the customer has no session "${sessionId}" that could be ended`
    throw new ActionRefusal('CHANGED', 'SESSION_ENDED', message)
  }
  return { answer: { ended }, detail: { ...which, ended } }
}) satisfies Action<'endCustomerSessions'>
