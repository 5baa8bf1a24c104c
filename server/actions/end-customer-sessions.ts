import { type Action, ActionRefusal, customerNamed } from '#server/action.ts'
import { revokeSessions } from '#server/auth/sessions.ts'

export const action = (async ({ db, now }, { id: name, sessionId }) => {
  const { id: customerId } = await customerNamed(db, name)
  const which = { customerId, ...(sessionId === undefined ? {} : { sessionId }) }
  const ended = await revokeSessions(db, which, now)
  if (sessionId !== undefined && ended === 0) {
    const message = `SESSION: the customer has no session "${sessionId}" that could be ended`
    throw new ActionRefusal('CHANGED', 'SESSION_ENDED', message)
  }
  return { answer: { ended }, detail: { ...which, ended } }
}) satisfies Action<'endCustomerSessions'>
