import { changeDelivery, recorded } from '#server/winners/change.ts'
import { DeskError } from '../errors.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'changeDelivery'> = async ({ db, now, params, body, audit }) => {
  const { version, change } = body
  if (!(await changeDelivery(db, params.id, change, { now, version }))) throw new DeskError('CHANGED')
  await audit('desk winners change', { customerId: params.id, ...recorded(change) })
  return {}
}
