import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { DRAWN_BODY_BYTES } from '#contract/desk/limits.ts'
import { words } from '#contract/desk/words.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/draw/import',
  who: 'draw',
  bodyBytes: DRAWN_BODY_BYTES,
  body: v.strictObject({ csv: v.pipe(v.string(), v.maxLength(DRAWN_BODY_BYTES)) }),
  answer: v.strictObject({
    /** Null if the file is readable. */
    unreadable: v.nullable(v.picklist(['no-column', 'quotes', 'too-many', 'too-long'])),
    seats: v.number(),
    reserves: v.number(),
    lines: v.array(
      v.strictObject({
        line: v.number(),
        /** The ticket number as typed or scanned. */
        ticketNo: v.string(),
        /** The masked name, or null if the line is invalid. */
        name: v.nullable(v.string()),
        /** Null for a reserve or an invalid line. */
        prize: v.nullable(words),
        problem: v.nullable(
          v.strictObject({
            code: v.picklist(['format', 'prefix', 'check', 'missing', 'twice']),
            /** For `twice`: the earlier line on which this customer was drawn. */
            before: v.nullable(v.number()),
          }),
        ),
      }),
    ),
  }),
  summary: 'What an import of tickets drawn by hand would do, line by line. Changes nothing.',
})
