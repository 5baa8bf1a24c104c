import * as v from 'valibot'
import { line } from '#contract/schema/common.ts'

export const CARRIER_MAX = 40

const carrier = line(1, CARRIER_MAX)
/** Spaces are removed, because they are often copied with the number. */
export const trackingNo = v.pipe(
  v.string(),
  v.transform(text => text.replace(/\s+/g, '').toUpperCase()),
  v.regex(/^[A-Z0-9-]{4,40}$/, 'tracking'),
)

/**
 * `reserve`: the customer does not have a seat yet. `left`: the customer has left the campaign. `confirmed` includes
 * all later steps.
 */
export const winnerStatuses = ['waiting', 'confirmed', 'declined', 'expired', 'left', 'reserve'] as const
export type WinnerStatus = (typeof winnerStatuses)[number]

/**
 * `not-told`: the winner has not answered, and LINE has not accepted any message about the prize, so the organiser must
 * call.
 */
export const winnerFilters = [
  ...winnerStatuses,
  'not-told',
  'to-ship',
  'shipped',
  'received',
  'tax-open',
] as const
export type WinnerFilter = (typeof winnerFilters)[number]

/** Every change can be undone. */
export const deliveryChange = v.variant('change', [
  /** If the parcel was already sent, changes only the carrier and the tracking number. */
  v.strictObject({ change: v.literal('ship'), carrier, trackingNo }),
  v.strictObject({ change: v.literal('unship') }),
  v.strictObject({ change: v.literal('receive'), done: v.boolean() }),
  /** The organiser has received the signed prize receipt. */
  v.strictObject({ change: v.literal('tax-form'), done: v.boolean() }),
  v.strictObject({ change: v.literal('tax-paid'), done: v.boolean() }),
])
export type DeliveryChange = v.InferOutput<typeof deliveryChange>
