import * as v from 'valibot'
import { uuid } from '#contract/schema/common.ts'
import { defineDeskCall } from '../define-desk-call.ts'
import { DRAWN_BODY_BYTES } from '../limits.ts'

const words = v.strictObject({ th: v.string(), en: v.string() })

export const drawCalls = {
  draw: defineDeskCall({
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
      /** True once the result is public, by the server's clock. The browser's can be wrong. */
      isAnnounced: v.boolean(),
      prizes: v.array(v.strictObject({ title: words, count: v.number(), reserve: v.boolean() })),
      /** Public before the draw: SHA-256 of the secret, and what the random value will be. */
      commitment: v.nullable(v.string()),
      committedAt: v.nullable(v.number()),
      beaconSource: v.nullable(v.string()),
      beaconAt: v.nullable(v.number()),
      /** The sealed list. */
      sealedAt: v.nullable(v.number()),
      entriesHash: v.nullable(v.string()),
      entriesCount: v.nullable(v.number()),
      byHand: v.boolean(),
      /**
       * The time stamp of the list's hash: when it was made, and why the last attempt failed. Null if there is none and the
       * server asks for none.
       */
      timeStamp: v.nullable(v.strictObject({ at: v.nullable(v.number()), error: v.nullable(v.string()) })),
      beacon: v.nullable(v.string()),
      runAt: v.nullable(v.number()),
      winners: v.number(),
      reserves: v.number(),
      pendingReceipts: v.number(),
      id: uuid,
      /** The step that the server carries out now, and how far it is, as in a request (`approvals`). */
      running: v.nullable(
        v.strictObject({
          action: v.picklist(['draw-seal', 'draw-run']),
          done: v.number(),
          total: v.number(),
        }),
      ),
      /** The app's page of the result in LINE; null if the server does not know the LIFF app. */
      publicPage: v.nullable(v.string()),
      /** The head of the audit log that is published with the result; null before the result. */
      auditHead: v.nullable(v.strictObject({ seq: v.number(), hash: v.string() })),
      /** What a promotion of reserves would do now; null before the announcement. */
      promotion: v.nullable(
        v.strictObject({
          vacant: v.number(),
          expiring: v.number(),
          promotes: v.number(),
          reserves: v.number(),
          /** Reserves among `promotes` whom no LINE message reaches. */
          untold: v.number(),
          /** When the others get theirs, in milliseconds since 1970; null if LINE messages are off. */
          toldFrom: v.nullable(v.number()),
        }),
      ),
      /** Winners by what they have answered; 0 before the announcement. */
      answers: v.strictObject({ waiting: v.number(), confirmed: v.number(), declined: v.number() }),
    }),
    summary: 'Where the draw is, and what the next step needs.',
  }),
  previewDrawImport: defineDeskCall({
    method: 'POST',
    path: '/desk-api/draw/import',
    who: 'draw',
    bodyBytes: DRAWN_BODY_BYTES,
    body: v.strictObject({ csv: v.pipe(v.string(), v.maxLength(DRAWN_BODY_BYTES)) }),
    answer: v.strictObject({
      /** Why the file cannot be read; null if it can. */
      unreadable: v.nullable(v.picklist(['no-column', 'quotes', 'too-many', 'too-long'])),
      seats: v.number(),
      reserves: v.number(),
      lines: v.array(
        v.strictObject({
          line: v.number(),
          /** As typed or scanned. */
          ticketNo: v.string(),
          /** The winner's masked name; null if the line is wrong. */
          name: v.nullable(v.string()),
          /** Null for a reserve and for a wrong line. */
          prize: v.nullable(words),
          problem: v.nullable(
            v.strictObject({
              code: v.picklist(['format', 'prefix', 'check', 'missing', 'twice']),
              /** The line on which the customer of `twice` was drawn before. */
              before: v.nullable(v.number()),
            }),
          ),
        }),
      ),
    }),
    summary: 'What an import of tickets drawn by hand would do, line by line. Changes nothing.',
  }),
  drawProof: defineDeskCall({
    method: 'GET',
    path: '/desk-api/draw/proof',
    who: 'draw-read',
    answer: null,
    summary:
      'The file to publish: the sealed list, after the announcement with everything to recompute the draw.',
  }),
} as const
