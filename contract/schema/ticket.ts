import * as v from 'valibot'
import { dateTime, integer, uuid } from './common.ts'

const ticketSource = v.picklist(['welcome', 'answer', 'receipt'])

/**
 * `id` is the id of the receipt or the answer. A void group is not counted, and its `note` contains the organiser's
 * reason.
 */
const ticketGroup = v.object({
  id: uuid,
  source: ticketSource,
  state: v.picklist(['valid', 'void']),
  numbers: v.array(v.string()),
  at: dateTime,
  storeName: v.nullable(v.string()),
  storeNameEn: v.optional(v.nullable(v.string())),
  receiptNo: v.nullable(v.string()),
  questionTextTh: v.nullable(v.string()),
  questionTextEn: v.optional(v.nullable(v.string())),
  note: v.nullable(v.string()),
})
export type TicketGroup = v.InferOutput<typeof ticketGroup>

/**
 * `total` counts all valid tickets. `sealed` is true once the draw's list is closed. `next` is a cursor, or null on the
 * last page.
 */
export const ticketList = v.object({
  total: integer,
  sealed: v.boolean(),
  groups: v.array(ticketGroup),
  next: v.nullable(v.string()),
})
