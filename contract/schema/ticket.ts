import * as v from 'valibot'
import { dateTime, integer, uuid } from './common.ts'

/** What a group of tickets was given for: joining, answering a question, or an approved receipt. */
const ticketSource = v.picklist(['welcome', 'answer', 'receipt'])

/**
 * The tickets that a customer got for one thing. `id` is the id of the receipt or of the answer. The tickets of a void
 * group do not count; `note` is the organiser's reason, if one was given.
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
 * A page of a customer's tickets. `total` counts all valid tickets, as the reward object does. `sealed` is true once the
 * list for the draw is closed. `next` is the cursor of the next page, or null on the last one.
 */
export const ticketList = v.object({
  total: integer,
  sealed: v.boolean(),
  groups: v.array(ticketGroup),
  next: v.nullable(v.string()),
})
