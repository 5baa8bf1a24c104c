import type { Handler } from '#server/handler.ts'
import { readCustomer, viewCustomer } from '#server/identity/view.ts'

export const handler: Handler<'getCustomer'> = async ({ db, caller }) =>
  viewCustomer(db, await readCustomer(db, caller.customerId))
