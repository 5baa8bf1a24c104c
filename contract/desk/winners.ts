import * as v from 'valibot'
import { line, prizeDelivery, uuid } from '#contract/schema/common.ts'
import { words } from './words.ts'

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
const winnerStatuses = ['waiting', 'confirmed', 'declined', 'expired', 'left', 'reserve'] as const
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
  /** True if the staff or the desk has seen the consent of a minor's guardian. */
  v.strictObject({ change: v.literal('guardian'), done: v.boolean() }),
])
export type DeliveryChange = v.InferOutput<typeof deliveryChange>

const moment = v.nullable(v.number())

/** A drawn customer. Times are in milliseconds since 1970. `version` is 0 before the first change. */
export const winner = v.strictObject({
  customerId: uuid,
  rank: v.number(),
  /** Empty once the customer's personal data has been deleted. */
  name: v.string(),
  isPromoted: v.boolean(),
  status: v.picklist(winnerStatuses),
  confirmBy: moment,
  answeredAt: moment,
  /** Null for a reserve without a seat. */
  prize: v.nullable(
    v.strictObject({
      key: v.string(),
      title: words,
      delivery: prizeDelivery,
      /** Null in draws from an older release. */
      valueBaht: v.nullable(v.number()),
      /** The withholding tax, which is 0 if none is due. */
      taxBaht: v.nullable(v.number()),
    }),
  ),
  carrier: v.nullable(v.string()),
  trackingNo: v.nullable(v.string()),
  shippedAt: moment,
  receivedAt: moment,
  taxFormAt: moment,
  taxPaidAt: moment,
  /** True if the winner needs a guardian's consent to get the prize. */
  isMinor: v.boolean(),
  /** When the staff or the desk saw the guardian's consent. */
  guardianAt: moment,
  version: v.number(),
})
