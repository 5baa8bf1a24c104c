import { findCustomer } from '#server/identity/find-customer.ts'
import type { CustomerRow } from '#server/identity/profile.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from '../errors.ts'
import type { ReceivedDeskCall } from '../handler.ts'
import { actorOf } from '../people.ts'
import { recordView } from './views.ts'

export async function customerOf(db: Db, id: string): Promise<CustomerRow> {
  const row = await findCustomer(db, id)
  if (!row) throw new DeskError('NOT_FOUND')
  return row
}

type Opening = Pick<
  ReceivedDeskCall<'customer' | 'customerTimeline' | 'customerReceipts'>,
  'db' | 'deps' | 'now' | 'params' | 'caller'
>

export async function opened({ db, deps, now, params, caller }: Opening): Promise<CustomerRow> {
  const row = await customerOf(db, params.id)
  const actor = actorOf(caller.person)
  await recordView({ db, dialect: deps.dialect }, { customerId: row.id, actor, now })
  return row
}
