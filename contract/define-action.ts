import * as v from 'valibot'
import { type DeskGiven, defineDeskCall } from './define-call.ts'
import type { Permission } from './desk/roles.ts'

/** The name of the command line's verb and of the entries in the audit log. */
type Name = { readonly name: string }

/** An action that one person may carry out. Its row is the desk's call. */
export const defineAction = <const T extends DeskGiven & Name>(given: T) => defineDeskCall(given)

/** An action that needs two people: one requests it, and another approves it. Both need the permission `who`. */
export function defineApprovedAction<
  const Approval extends string,
  const T extends v.ObjectEntries,
  const P extends boolean = false,
>(
  given: Name & {
    /** Identifies the action in requests. */
    readonly approval: Approval
    readonly who: Permission
    readonly input: T
    /** True if the action publishes the audit log's head with the draw. */
    readonly publishesHead?: true
    /** True if the requester fetches a file after the approval. */
    readonly makesFile?: P
  },
) {
  const input = v.strictObject({ action: v.literal(given.approval), ...given.input })
  return { publishesHead: false, makesFile: false as P, ...given, input }
}
