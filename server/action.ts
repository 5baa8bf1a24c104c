import type { ActionInput, ActionName, DirectActionName, FileActionName } from '#contract/actions.ts'
import type { NoticePerson } from '#contract/desk/notices.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import type { AuditTexts } from './audit/texts.ts'
import { InputError } from './data/input-error.ts'
import type { ServerDeps } from './deps.ts'
import type { AdvertisedPrize } from './draw/advertised.ts'
import type { DrawProgress } from './draw/seal.ts'
import { findCustomer } from './identity/find-customer.ts'
import type { CustomerRow } from './identity/profile.ts'
import type { DeskApprovalTable } from './store/desk-tables.ts'
import type { Db } from './store/tables.ts'

export type Acting = Pick<ServerDeps, 'objects' | 'clock' | 'random'> & {
  /** A transaction that also includes the audit entry. */
  readonly db: Db
  /** The database itself, for a file that is written after the transaction. */
  readonly database: Db
  readonly now: number
  readonly advertised: readonly AdvertisedPrize[]
  readonly progress: DrawProgress
  /** The person at the desk, who is the approver if the action needs one. Null for the command line. */
  readonly by: NoticePerson | null
  /** The request that was approved, with the hash of the code shown to the requester; otherwise null. */
  readonly request: Pick<DeskApprovalTable, 'asked_by' | 'asked_at' | 'code_hash'> | null
}

/** What an action did. The other fields are for the audit log. */
export type Done<Answer> = {
  readonly answer: Answer
  readonly detail: Readonly<Record<string, unknown>>
  readonly texts?: AuditTexts
  /** The entry's name if it is not the name in the action's row. */
  readonly entry?: string
}

type Answer<N extends ActionName> = N extends DirectActionName
  ? DeskAnswer<N>
  : DeskAnswer<'decideApproval'>['invitation']

/** Yields a file's bytes. Calls `onRows` with the number of rows, or photos, in each part. */
export type FileParts = (onRows: (rows: number) => void) => AsyncIterable<Uint8Array>

export type ActionFile = {
  readonly name: string
  readonly type: string
  readonly detail: { readonly rows?: number }
  readonly write: FileParts
}

/**
 * The code of an action. The desk's call, the approval and the command line's verb run it. Throws ActionRefusal,
 * DrawRefusal or DeskError.
 */
export type Action<N extends ActionName> = N extends FileActionName
  ? { makeFile(acting: Acting, input: ActionInput<N>): Promise<ActionFile> }
  : {
      /** `prepared` is null if nothing was prepared. */
      run(acting: Acting, input: ActionInput<N>, prepared: unknown): Promise<Done<Answer<N>>>
      /** Does the long part of the action before its transaction. */
      prepare?(acting: Acting, input: ActionInput<N>): Promise<unknown>
    }

export type ActionsByName = { readonly [N in ActionName]: Action<N> }

/** Thrown if an action is impossible. The message is for the command line; the desk has its own text for each code. */
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
