import * as v from 'valibot'
import { counting, line, text, uuid } from '#contract/schema/common.ts'
import { defineDeskCall } from '../define-desk-call.ts'
import { exportTableNames, sheetKinds, slipKinds } from '../exports.ts'
import { BEACON_MAX, DRAWN_BODY_BYTES, DRAWN_MAX, NAME_MAX, TICKET_TEXT_MAX } from '../limits.ts'
import { roles } from '../roles.ts'

const moment = v.pipe(v.number(), v.integer('integer'), v.minValue(0), v.maxValue(8_640_000_000_000_000))

/** An action that needs a second person, and its input. The server stores the input and runs the approved action with it. */
const actions = v.variant('action', [
  v.strictObject({ action: v.literal('erase-customer'), customerId: uuid }),
  v.strictObject({ action: v.literal('export-customer'), customerId: uuid }),
  v.strictObject({
    action: v.literal('export-table'),
    table: v.picklist(exportTableNames),
    kind: v.picklist(sheetKinds),
    /** Language of the headings and values. */
    lang: v.picklist(['th', 'en']),
  }),
  v.strictObject({
    action: v.literal('draw-commit'),
    /** Description of the public random value, and when it will be known. */
    beaconSource: line(1, BEACON_MAX),
    beaconAt: moment,
    /** Commits after the close. */
    late: v.boolean(),
    /** Replaces a commitment whose list is not sealed. */
    again: v.boolean(),
  }),
  v.strictObject({
    action: v.literal('draw-seal'),
    leavePending: v.boolean(),
    /** True for a draw by hand from paper slips, which needs no promise. Default: false. */
    physical: v.optional(v.boolean()),
  }),
  /** The paper slips of the sealed list. */
  v.strictObject({
    action: v.literal('export-slips'),
    kind: v.picklist(slipKinds),
    lang: v.picklist(['th', 'en']),
  }),
  /** The tickets drawn by hand in the order drawn, with the line of the file that named each. */
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
  /** Publishes the result: at `at`, or at the campaign's announcement date if it is null. */
  v.strictObject({ action: v.literal('announce'), at: v.nullable(moment) }),
  v.strictObject({ action: v.literal('promote-reserves'), confirmBy: moment }),
  /** Invites a new person as a manager, or a person of the list: again, or with a higher role. */
  v.strictObject({
    action: v.literal('give-manager-access'),
    to: v.union([v.strictObject({ name: line(1, NAME_MAX) }), v.strictObject({ id: uuid })]),
  }),
  /** Gives a manager another role, or ends the access if the role is null. */
  v.strictObject({
    action: v.literal('take-manager-access'),
    id: uuid,
    role: v.nullable(v.picklist(roles.filter(role => role !== 'manager'))),
  }),
])

export type DeskAction = v.InferOutput<typeof actions>

const approval = v.strictObject({
  id: uuid,
  input: actions,
  /** The person of the list whose access the action changes, as the person is now. */
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
  /** `approved`: a file waits for the person who asked. `done`: carried out. `expired`: not decided or fetched in time. */
  state: v.picklist(['asked', 'approved', 'refused', 'done', 'expired']),
  decidedBy: v.nullable(v.strictObject({ id: uuid, name: v.string() })),
  decidedAt: v.nullable(v.number()),
  /** How far the server is with carrying it out; null unless it does so now. A seal counts each ticket twice: for the copy and for the hash. The total is 0 until it is known. */
  progress: v.nullable(v.strictObject({ done: v.number(), total: v.number() })),
})

const list = v.strictObject({ approvals: v.array(approval) })

export const approvalCalls = {
  approvals: defineDeskCall({
    method: 'GET',
    path: '/desk-api/approvals',
    who: 'signed-in',
    answer: list,
    summary: 'Requests for a second person: all for people who approve, otherwise the person’s own.',
  }),
  askApproval: defineDeskCall({
    method: 'POST',
    path: '/desk-api/approvals',
    who: 'signed-in',
    fresh: true,
    bodyBytes: DRAWN_BODY_BYTES,
    body: v.strictObject({ input: actions }),
    answer: v.strictObject({
      ...list.entries,
      /** The code that an invited manager needs in addition to the link, once. Asking again replaces it. */
      code: v.nullable(v.string()),
    }),
    summary:
      'Asks for a second person. The role must allow the action. An open request with the same input is not repeated.',
  }),
  decideApproval: defineDeskCall({
    method: 'POST',
    path: '/desk-api/approvals/:id',
    who: 'approve',
    fresh: true,
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ approve: v.boolean() }),
    answer: v.strictObject({
      ...list.entries,
      /** The link's token of an invited manager, once. */
      invitation: v.nullable(v.strictObject({ name: v.string(), token: v.string(), expiresAt: v.number() })),
    }),
    summary: 'Approves another person’s request and carries it out, or refuses it.',
  }),
  approvedFile: defineDeskCall({
    method: 'POST',
    path: '/desk-api/approvals/:id/file',
    who: 'signed-in',
    fresh: true,
    params: v.strictObject({ id: uuid }),
    answer: null,
    summary: 'The file of an approved export, once, for the person who asked.',
  }),
} as const
