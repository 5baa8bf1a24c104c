import * as v from 'valibot'
import { integer, prizeDelivery, uuid } from '#contract/schema/common.ts'
import { defineDeskCall } from '../define-desk-call.ts'
import { deliveryChange, winnerFilters, winnerStatuses } from '../winners.ts'

const words = v.strictObject({ th: v.string(), en: v.string() })
const moment = v.nullable(v.number())
const params = v.strictObject({ id: uuid })

/** A drawn customer. Times are in milliseconds since 1970. `version` is 0 before the first change. */
const winner = v.strictObject({
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
  version: v.number(),
})

export const winnersCalls = {
  winners: defineDeskCall({
    method: 'GET',
    path: '/desk-api/winners',
    who: 'customers',
    query: v.strictObject({
      prize: v.optional(v.pipe(v.string(), v.maxLength(60))),
      show: v.optional(v.picklist(winnerFilters)),
      after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'rank'))),
    }),
    answer: v.strictObject({
      /** `winners` is empty before the announcement. */
      isAnnounced: v.boolean(),
      prizes: v.array(v.strictObject({ key: v.string(), title: words })),
      winners: v.array(winner),
      next: v.nullable(v.number()),
    }),
    summary: 'Winners and reserves of the announced draw, by rank, in pages.',
  }),
  winner: defineDeskCall({
    method: 'GET',
    path: '/desk-api/winners/:id',
    who: 'customers',
    params,
    answer: v.strictObject({
      winner,
      phone: v.nullable(v.string()),
      /** The parcel label. Null unless the prize is confirmed and shipped. */
      label: v.nullable(v.string()),
    }),
    summary: 'One winner with the address of the parcel. Opening it is in the audit log.',
  }),
  changeDelivery: defineDeskCall({
    method: 'POST',
    path: '/desk-api/winners/:id/delivery',
    who: 'customers-change',
    params,
    body: v.strictObject({
      /** The server returns CHANGED if this version, which the person saw, is outdated. */
      version: integer,
      change: deliveryChange,
    }),
    answer: v.strictObject({}),
    summary: 'Records that a prize was sent or received, and its tax form and tax.',
  }),
  prizeReceipt: defineDeskCall({
    method: 'POST',
    path: '/desk-api/winners/:id/receipt',
    who: 'customers-change',
    params,
    body: v.strictObject({ language: v.picklist(['th', 'en']) }),
    answer: null,
    summary: 'The receipt of a prize for the winner’s signature, as a page to print.',
  }),
} as const
