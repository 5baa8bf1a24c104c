import type { DeskAnswer, DeskDirectAction, DeskInput } from '#contract/desk-calls.ts'
import type { AuditTexts } from './audit/texts.ts'
import { InputError } from './data/input-error.ts'
import { findCustomer } from './identity/find-customer.ts'
import type { CustomerRow } from './identity/profile.ts'
import type { Db } from './store/tables.ts'

type Acting = {
  /** A transaction that also includes the audit entry. */
  readonly db: Db
  readonly now: number
}

/** What an action did. `detail` and `texts` are for the audit log. */
type Done<Answer> = {
  readonly answer: Answer
  readonly detail: Readonly<Record<string, unknown>>
  readonly texts?: AuditTexts
}

/** The function of an action: the desk's call and the command line's verb run it. Throws ActionRefusal. */
export type Action<N extends DeskDirectAction> = (
  acting: Acting,
  input: DeskInput<N>,
) => Promise<Done<DeskAnswer<N>>>

/** Thrown if an action is not possible. The message is for the command line; the desk has its own text for each code. */
export class ActionRefusal extends InputError {
  readonly code: 'NOT_FOUND' | 'CHANGED' | 'REFUSED'
  readonly detail: string | undefined

  constructor(code: ActionRefusal['code'], detail: string | undefined, message: string) {
    super(message)
    this.code = code
    this.detail = detail
  }
}

/** Finds a customer by id, phone number or LINE user id. Throws ActionRefusal NOT_FOUND. */
export async function customerNamed(db: Db, name: string): Promise<CustomerRow> {
  const row = await findCustomer(db, name)
  if (!row) throw new ActionRefusal('NOT_FOUND', undefined, `${name}: no such customer`)
  return row
}
