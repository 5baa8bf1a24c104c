import * as v from 'valibot'
import { deskCall } from '#contract/define-call.ts'
import { deliveryChange, winner, winnerFilters } from '#contract/desk/winners.ts'
import { words } from '#contract/desk/words.ts'
import { integer, uuid } from '#contract/schema/common.ts'

export const winnersCalls = {
  winners: deskCall({
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
  winner: deskCall({
    method: 'GET',
    path: '/desk-api/winners/:id',
    who: 'customers',
    params: v.strictObject({ id: uuid }),
    answer: v.strictObject({
      winner,
      phone: v.nullable(v.string()),
      /** The parcel label. Null unless the prize is confirmed and shipped. */
      label: v.nullable(v.string()),
    }),
    summary: 'One winner with the address of the parcel. Opening it is in the audit log.',
  }),
  changeDelivery: deskCall({
    method: 'POST',
    path: '/desk-api/winners/:id/delivery',
    who: 'customers-change',
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({
      /** The server returns CHANGED if this version, which the person saw, is outdated. */
      version: integer,
      change: deliveryChange,
    }),
    answer: v.strictObject({}),
    summary: 'Records that a prize was sent or received, and its tax form and tax.',
  }),
  prizeReceipt: deskCall({
    method: 'POST',
    path: '/desk-api/winners/:id/receipt',
    who: 'customers-change',
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ language: v.picklist(['th', 'en']) }),
    answer: null,
    summary: 'The receipt of a prize for the winner’s signature, as a page to print.',
  }),
}
