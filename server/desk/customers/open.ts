import { customerNamed } from '#server/action.ts'
import type { CustomerRow } from '#server/identity/profile.ts'
import type { ReceivedDeskCall } from '../handler.ts'
import { actorOf } from '../people.ts'
import { recordView } from './views.ts'

type Opening = Pick<
  ReceivedDeskCall<'customer' | 'customerTimeline' | 'customerReceipts'>,
  'db' | 'deps' | 'now' | 'params' | 'caller'
>

export async function opened({ db, deps, now, params, caller }: Opening): Promise<CustomerRow> {
  const row = await customerNamed(db, params.id)
  const actor = actorOf(caller.person)
  await recordView({ db, dialect: deps.dialect }, { customerId: row.id, actor, now })
  return row
}
