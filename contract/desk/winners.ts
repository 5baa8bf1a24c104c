import * as v from 'valibot'
import { line } from '#contract/schema/common.ts'

/** Maximum length in characters. */
export const CARRIER_MAX = 40

const carrier = line(1, CARRIER_MAX)
/** Spaces are removed, because people copy them with the number. */
export const trackingNo = v.pipe(
  v.string(),
  v.transform(text => text.replace(/\s+/g, '').toUpperCase()),
  v.regex(/^[A-Z0-9-]{4,40}$/, 'tracking'),
)

/** `reserve` has no seat yet; `left` has left the campaign. `confirmed` includes all later steps. */
export const winnerStatuses = ['waiting', 'confirmed', 'declined', 'expired', 'left', 'reserve'] as const
export type WinnerStatus = (typeof winnerStatuses)[number]

/** `not-told` has not answered and LINE has accepted no message about the prize, so the organiser must call. */
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
  /** For a parcel that was already sent, changes only the carrier and the number. */
  v.strictObject({ change: v.literal('ship'), carrier, trackingNo }),
  v.strictObject({ change: v.literal('unship') }),
  v.strictObject({ change: v.literal('receive'), done: v.boolean() }),
  /** The organiser has the signed prize receipt. */
  v.strictObject({ change: v.literal('tax-form'), done: v.boolean() }),
  v.strictObject({ change: v.literal('tax-paid'), done: v.boolean() }),
])
export type DeliveryChange = v.InferOutput<typeof deliveryChange>
