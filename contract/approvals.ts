import * as v from 'valibot'
import {
  type ActionInput,
  type ApprovedActionName,
  approvedActions,
  type FileActionName,
} from '#contract/actions.ts'
import { approvalEffect } from '#contract/desk/approval-effects.ts'
import { roles } from '#contract/desk/roles.ts'
import { sha256, uuid } from '#contract/schema/common.ts'

/** The input of an action that needs a second person's approval. The server runs the approved action with it. */
export type DeskAction = { [N in ApprovedActionName]: ActionInput<N> }[ApprovedActionName]
type FileInput = ActionInput<FileActionName>

const [first, ...others] = Object.values(approvedActions).map(({ input }) => input)
if (first === undefined) throw new Error('There are no actions that need an approval')
export const approvedInputs = v.variant('action', [first, ...others]) as v.GenericSchema<DeskAction>

const endings = { html: 'zip', xlsx: 'xlsx', csv: 'csv', 'plain-csv': 'csv' } as const

/** Returns null if the approved action does not produce a file. */
export function fileNameOf(input: FileInput): string
export function fileNameOf(input: DeskAction): string | null
export function fileNameOf(input: DeskAction): string | null {
  switch (input.action) {
    case 'export-customer':
      return `customer-${input.customerId}.zip`
    case 'export-table':
      return `${input.table}.${endings[input.kind]}`
    case 'export-slips':
      return `slips.${endings[input.kind]}`
    default:
      return null
  }
}

const approval = v.strictObject({
  id: uuid,
  input: approvedInputs,
  /** Current data of the person whose access would change. */
  person: v.nullable(
    v.strictObject({
      name: v.string(),
      role: v.picklist(roles),
      state: v.picklist(['invited', 'active', 'ended']),
    }),
  ),
  /** The effects of approving now, and the hash that the approval has to include. Empty and null after the decision. */
  effects: v.array(approvalEffect),
  seen: v.nullable(sha256),
  askedBy: v.strictObject({ id: uuid, name: v.string() }),
  askedAt: v.number(),
  expiresAt: v.number(),
  /**
   * `approved`: the file is ready for the requester. `expired`: the request was not decided, or the file not fetched,
   * in time.
   */
  state: v.picklist(['asked', 'approved', 'refused', 'done', 'expired']),
  decidedBy: v.nullable(v.strictObject({ id: uuid, name: v.string() })),
  decidedAt: v.nullable(v.number()),
  /**
   * Null unless the server is running the action. Sealing counts each ticket twice: for the copy and for the hash. The
   * total is 0 until it is known.
   */
  progress: v.nullable(v.strictObject({ done: v.number(), total: v.number() })),
})

export const approvalList = v.strictObject({ approvals: v.array(approval) })
