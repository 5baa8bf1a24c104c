import { blockCustomer } from '#server/identity/change-block.ts'
import { customerOf } from '../customers/open.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'blockCustomer'> = async ({ db, now, params, body, audit }) => {
  const customer = await customerOf(db, params.id)
  const ended = await blockCustomer(db, customer, now)
  if (ended === 'left') throw new DeskError('REFUSED', { detail: 'CUSTOMER_CANCELLED' })
  if (ended === 'blocked') throw new DeskError('CHANGED', { detail: 'CUSTOMER_BLOCKED' })
  await audit(
    'desk customer block',
    { customerId: customer.id, ended },
    { about: [customer.id], values: { reason: body.reason } },
  )
  return { ended }
}
