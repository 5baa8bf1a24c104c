import { unblockCustomer } from '#server/identity/change-block.ts'
import { customerOf } from '../customers/open.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'unblockCustomer'> = async ({ db, params, audit }) => {
  const { id: customerId } = await customerOf(db, params.id)
  if (!(await unblockCustomer(db, customerId))) throw new DeskError('CHANGED', { detail: 'NOT_BLOCKED' })
  await audit('desk customer unblock', { customerId })
  return {}
}
