import { customerNamed } from '#server/action.ts'
import { blockCustomer, endCustomerSessions, unblockCustomer } from '#server/actions/customers.ts'
import type { CustomerRow } from '#server/identity/profile.ts'
import { viewCustomer } from '../customers/card.ts'
import { findCustomers } from '../customers/find.ts'
import { receiptsOf } from '../customers/receipts.ts'
import { timelineOf } from '../customers/timeline.ts'
import { recordView } from '../customers/views.ts'
import type { DeskHandlers, ReceivedDeskCall } from '../handler.ts'
import { actorOf } from '../people.ts'
import { handlerOf } from '../run-action.ts'

export const customersHandlers = {
  findCustomers: async ({ db, deps, body }) => findCustomers({ db, dialect: deps.dialect }, body.text),

  customer: async call => {
    const row = await opened(call)
    return viewCustomer({ db: call.db, dialect: call.deps.dialect }, row, call.now)
  },

  customerReceipts: async call => {
    return receiptsOf(call.db, (await opened(call)).id, call.query.after)
  },

  customerTimeline: async call => {
    return timelineOf(call.db, await opened(call), call.query.after)
  },

  blockCustomer: handlerOf('blockCustomer', blockCustomer),

  unblockCustomer: handlerOf('unblockCustomer', unblockCustomer),

  endCustomerSessions: handlerOf('endCustomerSessions', endCustomerSessions),
} satisfies Partial<DeskHandlers>

type Opening = Pick<
  ReceivedDeskCall<'customer' | 'customerTimeline' | 'customerReceipts'>,
  'db' | 'deps' | 'now' | 'params' | 'caller'
>

async function opened({ db, deps, now, params, caller }: Opening): Promise<CustomerRow> {
  const row = await customerNamed(db, params.id)
  const actor = actorOf(caller.person)
  await recordView({ db, dialect: deps.dialect }, { customerId: row.id, actor, now })
  return row
}
