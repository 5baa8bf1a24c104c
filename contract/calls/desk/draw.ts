import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { words } from '#contract/desk/words.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'GET',
  path: '/desk-api/draw',
  who: 'draw-read',
  answer: v.strictObject({
    state: v.picklist(['open', 'committed', 'sealed', 'run']),
    campaign: v.picklist(['pending', 'open', 'ended']),
    /** Times are in milliseconds since 1970. */
    closesAt: v.number(),
    announceAt: v.number(),
    confirmBy: v.number(),
    announcedAt: v.nullable(v.number()),
    /** Determined by the server, because the browser's clock may be wrong. */
    isAnnounced: v.boolean(),
    prizes: v.array(v.strictObject({ title: words, count: v.number(), reserve: v.boolean() })),
    /** SHA-256 of the secret, published before the draw. */
    commitment: v.nullable(v.string()),
    committedAt: v.nullable(v.number()),
    beaconSource: v.nullable(v.string()),
    beaconAt: v.nullable(v.number()),
    sealedAt: v.nullable(v.number()),
    entriesHash: v.nullable(v.string()),
    entriesCount: v.nullable(v.number()),
    byHand: v.boolean(),
    /**
     * When a timestamp authority stamped the list's hash (`at`), and why the last attempt failed (`error`). Null if the
     * server neither has nor requests a timestamp.
     */
    timeStamp: v.nullable(v.strictObject({ at: v.nullable(v.number()), error: v.nullable(v.string()) })),
    beacon: v.nullable(v.string()),
    runAt: v.nullable(v.number()),
    winners: v.number(),
    reserves: v.number(),
    pendingReceipts: v.number(),
    id: uuid,
    /** The step that the server is running. The counts are explained at `progress` in `contract/approvals.ts`. */
    running: v.nullable(
      v.strictObject({
        action: v.picklist(['draw-seal', 'draw-run']),
        done: v.number(),
        total: v.number(),
      }),
    ),
    /** URL of the results page in LINE; null if no LIFF app is configured. */
    publicPage: v.nullable(v.string()),
    /** The audit log's head as published with the result; null before that. */
    auditHead: v.nullable(v.strictObject({ seq: v.number(), hash: v.string() })),
    /** The effects of promoting reserves now. Null before the announcement. */
    promotion: v.nullable(
      v.strictObject({
        vacant: v.number(),
        expiring: v.number(),
        promotes: v.number(),
        reserves: v.number(),
        untold: v.number(),
        /**
         * When the promoted reserves, except the `untold`, get their LINE message, in milliseconds since 1970; null if
         * messages are disabled.
         */
        toldFrom: v.nullable(v.number()),
      }),
    ),
    /** Winners counted by answer. All counts are 0 before the announcement. */
    answers: v.strictObject({ waiting: v.number(), confirmed: v.number(), declined: v.number() }),
  }),
  summary: 'Where the draw is, and what the next step needs.',
})
