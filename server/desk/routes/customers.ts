import { revokeSessions } from '#server/auth/sessions.ts'
import { blockCustomer, unblockCustomer } from '#server/identity/change-block.ts'
import { findCustomer } from '#server/identity/find-customer.ts'
import type { CustomerRow } from '#server/identity/profile.ts'
import type { Db } from '#server/store/tables.ts'
import { viewCustomer } from '../customers/card.ts'
import { findCustomers } from '../customers/find.ts'
import { receiptsOf } from '../customers/receipts.ts'
import { timelineOf } from '../customers/timeline.ts'
import { recordView } from '../customers/views.ts'
import { DeskError } from '../errors.ts'
import { deskHandlers, type ReceivedDeskCall } from '../handler.ts'
import { actorOf } from '../people.ts'

export const customersHandlers = deskHandlers({
  findCustomers: async ({ db, deps, body }) => findCustomers({ db, dialect: deps.dialect }, body.text),
  async customer(call) {
    const row = await opened(call)
    return viewCustomer({ db: call.db, dialect: call.deps.dialect }, row, call.now)
  },
  async customerTimeline(call) {
    return timelineOf(call.db, await opened(call), call.query.after)
  },
  async customerReceipts(call) {
    return receiptsOf(call.db, (await opened(call)).id, call.query.after)
  },
  async endCustomerSessions({ db, now, params, body, audit }) {
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
  },
  async blockCustomer({ db, now, params, body, audit }) {
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
  },
  async unblockCustomer({ db, params, audit }) {
    const { id: customerId } = await customerOf(db, params.id)
    if (!(await unblockCustomer(db, customerId))) throw new DeskError('CHANGED', { detail: 'NOT_BLOCKED' })
    await audit('desk customer unblock', { customerId })
    return {}
  },
})

async function customerOf(db: Db, id: string): Promise<CustomerRow> {
  const row = await findCustomer(db, id)
  if (!row) throw new DeskError('NOT_FOUND')
  return row
}

type Opening = Pick<
  ReceivedDeskCall<'customer' | 'customerTimeline' | 'customerReceipts'>,
  'db' | 'deps' | 'now' | 'params' | 'caller'
>

async function opened({ db, deps, now, params, caller }: Opening): Promise<CustomerRow> {
  const row = await customerOf(db, params.id)
  const actor = actorOf(caller.person)
  await recordView({ db, dialect: deps.dialect }, { customerId: row.id, actor, now })
  return row
}
