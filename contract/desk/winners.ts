import * as v from 'valibot'
import { line } from '#contract/schema/common.ts'

/** Maximum length of a carrier’s name in characters. */
export const CARRIER_MAX = 40

const carrier = line(1, CARRIER_MAX)
/** A tracking number, without the spaces that people copy with it. */
export const trackingNo = v.pipe(
  v.string(),
  v.transform(text => text.replace(/\s+/g, '').toUpperCase()),
  v.regex(/^[A-Z0-9-]{4,40}$/, 'tracking'),
)

/**
 * Status of a winner and the prize. `reserve` has no seat yet; `left` has left the campaign. `confirmed` covers what comes
 * after it, too.
 */
export const winnerStatuses = ['waiting', 'confirmed', 'declined', 'expired', 'left', 'reserve'] as const
export type WinnerStatus = (typeof winnerStatuses)[number]

/**
 * Filters of the list of winners: a status, or the next task. `not-told` has not answered, and LINE has accepted no
 * message about the prize, so that the organiser must call.
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

/** Changes about a winner's prize. Each can be taken back. */
export const deliveryChange = v.variant('change', [
  /** Marks the parcel as sent; on a sent one, only changes the carrier and the number. */
  v.strictObject({ change: v.literal('ship'), carrier, trackingNo }),
  v.strictObject({ change: v.literal('unship') }),
  v.strictObject({ change: v.literal('receive'), done: v.boolean() }),
  /** The organiser has the signed receipt of the prize. */
  v.strictObject({ change: v.literal('tax-form'), done: v.boolean() }),
  v.strictObject({ change: v.literal('tax-paid'), done: v.boolean() }),
])
export type DeliveryChange = v.InferOutput<typeof deliveryChange>
