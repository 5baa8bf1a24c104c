import * as v from 'valibot'
import { drawPrizes } from '#contract/schema/master.ts'
import type { createNumberSet } from './number-set.ts'
import type { createRanking } from './ranking.ts'
import { type createListHash, FORMATS } from './scheme.ts'

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const place = v.object({ rank: v.number(), ticketNo: v.string(), number: v.optional(v.string()) })
/** The head of a published file: everything but the tickets. */
export const headSchema = v.object({
  format: v.picklist(FORMATS),
  drawId: v.string(),
  method: v.nullable(v.string()),
  /** From here to `beaconAt`: parts of the promise that the hash of formula 3 covers. */
  sealedFor: v.optional(v.nullable(v.string()), null),
  prizes: drawPrizes,
  commitment: v.nullable(hash),
  beaconSource: v.optional(v.nullable(v.string()), null),
  beaconAt: v.optional(v.nullable(v.string()), null),
  entriesCount: v.number(),
  entriesHash: hash,
  /** RFC 3161 token of the hash, in base64. */
  timeStamp: v.optional(v.string()),
  beacon: v.optional(v.string()),
  secret: v.optional(hash),
  winners: v.array(place),
  reserves: v.array(place),
  // Files of earlier releases have no head.
  auditHead: v.optional(v.object({ seq: v.number(), hash })),
})
export type Head = v.InferOutput<typeof headSchema>

/** Result of one check. `found` is the recomputed value or a description. */
export type Finding = { readonly what: string; readonly ok: boolean; readonly found: string }

/** A published file and what its recomputation has shown. */
export type VerifiedFile = { readonly head: Head; readonly findings: readonly Finding[] }

/** What has been read of a file. */
export type Reading = {
  readonly head: Head
  readonly list: ReturnType<typeof createListHash>
  readonly ranking: ReturnType<typeof createRanking> | null
  /** Tickets of winners and reserves that have not appeared in the list yet. */
  readonly missing: Set<string>
  /** The ticket numbers that the file states for winners and reserves, by ticket id. */
  readonly numbers: ReadonlyMap<string, string>
  /** The first ticket whose number in the list differs from the stated one. */
  misnumbered: string | null
  /** The numbers so far, and the first ticket whose number cannot be drawn with. Formula 3 draws with the numbers. */
  readonly known: ReturnType<typeof createNumberSet>
  badNumber: string | null
  closed: boolean
  disorder: string | null
}
