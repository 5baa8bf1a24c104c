import * as v from 'valibot'
import { words } from './words.ts'

const count = v.number()
/** In milliseconds since 1970. */
const moment = v.number()

/** A task for a person at the desk. Kinds with nothing to do are not listed. */
export const toDoItem = v.variant('about', [
  /**
   * Receipts waiting for review. The app promises customers a review within `days`, unless it is null; `late` counts
   * the receipts that have waited longer.
   */
  v.strictObject({
    about: v.literal('receipts'),
    count,
    oldestAt: moment,
    days: v.nullable(v.number()),
    late: count,
  }),
  /** Receipts whose two reviewers disagree. */
  v.strictObject({ about: v.literal('disagreements'), count }),
  /** Requests that this person may approve now. */
  v.strictObject({ about: v.literal('approvals'), count }),
  /** This person's approved requests whose files have not been downloaded. */
  v.strictObject({ about: v.literal('files'), count }),
  /** LINE messages that failed permanently within `FAILED_DAYS`. */
  v.strictObject({ about: v.literal('messages'), count }),
  /** A coupon that is used up, or whose remaining stock is at most the number used within `STOCK_DAYS`. */
  v.strictObject({ about: v.literal('stock'), title: words, left: count, used: count }),
  /** The next step of the draw. `at` is when it is due, or null if it can be done now. */
  v.strictObject({
    about: v.literal('draw'),
    step: v.picklist(['commit', 'seal', 'run', 'announce', 'reserves']),
    at: v.nullable(moment),
  }),
  /** Winners whom no LINE message has reached. */
  v.strictObject({ about: v.literal('not-told'), count }),
  /** Prizes to send. */
  v.strictObject({ about: v.literal('to-ship'), count }),
  /** Prizes without a signed receipt or without paid tax. */
  v.strictObject({ about: v.literal('tax-open'), count }),
])

export type ToDoItem = v.InferOutput<typeof toDoItem>

export const FAILED_DAYS = 7
export const STOCK_DAYS = 3
/** A step of the draw is listed this many days before it is due. */
export const DRAW_DAYS = 14
