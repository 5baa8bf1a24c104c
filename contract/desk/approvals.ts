import * as v from 'valibot'
import { exportTableNames, sheetKinds, slipKinds } from '#contract/desk/exports.ts'
import { BEACON_MAX, DRAWN_MAX, NAME_MAX, TICKET_TEXT_MAX } from '#contract/desk/limits.ts'
import { roles } from '#contract/desk/roles.ts'
import { moment } from '#contract/desk/set-up.ts'
import { counting, line, text, uuid } from '#contract/schema/common.ts'

/** An action that needs a second person's approval. The server runs the approved action with the stored input. */
export const actions = v.variant('action', [
  v.strictObject({ action: v.literal('erase-customer'), customerId: uuid }),
  v.strictObject({ action: v.literal('export-customer'), customerId: uuid }),
  v.strictObject({
    action: v.literal('export-table'),
    table: v.picklist(exportTableNames),
    kind: v.picklist(sheetKinds),
    lang: v.picklist(['th', 'en']),
  }),
  v.strictObject({
    action: v.literal('draw-commit'),
    /** Describes the public source of randomness. */
    beaconSource: line(1, BEACON_MAX),
    beaconAt: moment,
    /** Allows a commitment after the campaign has closed. */
    late: v.boolean(),
    /** Replaces an earlier commitment if the list is not sealed yet. */
    again: v.boolean(),
  }),
  v.strictObject({
    action: v.literal('draw-seal'),
    leavePending: v.boolean(),
    /** True if paper slips are drawn by hand, so that no commitment is needed. */
    physical: v.optional(v.boolean()),
  }),
  v.strictObject({
    action: v.literal('export-slips'),
    kind: v.picklist(slipKinds),
    lang: v.picklist(['th', 'en']),
  }),
  /** The tickets in the order in which they were drawn by hand. `line` is the line in the imported file. */
  v.strictObject({
    action: v.literal('draw-import'),
    tickets: v.pipe(
      v.array(
        v.strictObject({
          line: counting,
          ticketNo: text(0, TICKET_TEXT_MAX),
        }),
      ),
      v.minLength(1),
      v.maxLength(DRAWN_MAX),
    ),
  }),
  v.strictObject({ action: v.literal('draw-run'), beacon: line(1, BEACON_MAX) }),
  /** Publishes the result at `at`; null means the campaign's announcement date. */
  v.strictObject({ action: v.literal('announce'), at: v.nullable(moment) }),
  v.strictObject({ action: v.literal('promote-reserves'), confirmBy: moment }),
  /** Invites a new manager by `name`. With `id`, invites an existing person again or makes that person a manager. */
  v.strictObject({
    action: v.literal('give-manager-access'),
    to: v.union([v.strictObject({ name: line(1, NAME_MAX) }), v.strictObject({ id: uuid })]),
  }),
  /** A null role ends the access. */
  v.strictObject({
    action: v.literal('take-manager-access'),
    id: uuid,
    role: v.nullable(v.picklist(roles.filter(role => role !== 'manager'))),
  }),
])

export type DeskAction = v.InferOutput<typeof actions>
export type ActionInput<N extends DeskAction['action']> = Extract<DeskAction, { action: N }>
/** Once one of these is approved, the requester fetches a file. */
export type FileAction = 'export-customer' | 'export-table' | 'export-slips'

const endings = { html: 'zip', xlsx: 'xlsx', csv: 'csv', 'plain-csv': 'csv' } as const

/** Returns null if the approved action does not produce a file. */
export function fileNameOf(input: ActionInput<FileAction>): string
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
  input: actions,
  /** Current data of the person whose access would change. */
  person: v.nullable(
    v.strictObject({
      name: v.string(),
      role: v.picklist(roles),
      state: v.picklist(['invited', 'active', 'ended']),
    }),
  ),
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
