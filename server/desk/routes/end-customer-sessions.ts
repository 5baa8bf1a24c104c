import { revokeSessions } from '#server/auth/sessions.ts'
import { customerOf } from '../customers/open.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'endCustomerSessions'> = async ({ db, now, params, body, audit }) => {
  const { id: customerId } = await customerOf(db, params.id)
  const { sessionId } = body
  const ended = await revokeSessions(
    db,
    { customerId, ...(sessionId === undefined ? {} : { sessionId }) },
    now,
  )
  if (sessionId !== undefined && ended === 0) throw new DeskError('CHANGED', { detail: 'SESSION_ENDED' })
  await audit('desk customer sessions end', { customerId, ...body, ended })
  return { ended }
}
