import * as v from 'valibot'
import { defineApprovedAction } from '#contract/define-action.ts'
import { BEACON_MAX, DRAWN_MAX, TICKET_TEXT_MAX } from '#contract/desk/limits.ts'
import { moment } from '#contract/desk/set-up.ts'
import { counting, line, text } from '#contract/schema/common.ts'

export const commitDraw = defineApprovedAction({
  name: 'draw commit',
  approval: 'draw-commit',
  who: 'draw',
  input: {
    /** Describes the public source of randomness. */
    beaconSource: line(1, BEACON_MAX),
    beaconAt: moment,
    /** Allows a commitment after the campaign has closed. */
    late: v.boolean(),
    /** Replaces an earlier commitment if the list is not sealed yet. */
    again: v.boolean(),
  },
})

export const sealDraw = defineApprovedAction({
  name: 'draw seal',
  approval: 'draw-seal',
  who: 'draw',
  input: {
    leavePending: v.boolean(),
    /** True if paper slips are drawn by hand, so that no commitment is needed. */
    physical: v.optional(v.boolean()),
  },
})

export const runDraw = defineApprovedAction({
  name: 'draw run',
  approval: 'draw-run',
  who: 'draw',
  publishesHead: true,
  input: { beacon: line(1, BEACON_MAX) },
})

/** The tickets in the order in which they were drawn by hand. `line` is the line in the imported file. */
const drawnTickets = v.pipe(
  v.array(v.strictObject({ line: counting, ticketNo: text(0, TICKET_TEXT_MAX) })),
  v.minLength(1),
  v.maxLength(DRAWN_MAX),
)

export const importDraw = defineApprovedAction({
  name: 'draw import',
  approval: 'draw-import',
  who: 'draw',
  publishesHead: true,
  input: { tickets: drawnTickets },
})

/** Publishes the result at `at`; null means the campaign's announcement date. */
export const announceDraw = defineApprovedAction({
  name: 'announce',
  approval: 'announce',
  who: 'draw',
  publishesHead: true,
  input: { at: v.nullable(moment) },
})

export const promoteReserves = defineApprovedAction({
  name: 'draw promote',
  approval: 'promote-reserves',
  who: 'draw',
  publishesHead: true,
  input: { confirmBy: moment },
})
