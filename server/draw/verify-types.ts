import * as v from 'valibot'
import { drawPrizes } from '#contract/schema/master.ts'
import type { createNumberSet } from './number-set.ts'
import type { createRanking } from './ranking.ts'
import { type createListHash, FORMATS } from './scheme.ts'

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const place = v.object({ rank: v.number(), ticketNo: v.string(), number: v.optional(v.string()) })
export const headSchema = v.object({
  format: v.picklist(FORMATS),
  drawId: v.string(),
  method: v.nullable(v.string()),
  /** The fields from here to `beaconAt` are part of the published commitment, which formula 3 hashes. */
  sealedFor: v.optional(v.nullable(v.string()), null),
  prizes: drawPrizes,
  commitment: v.nullable(hash),
  beaconSource: v.optional(v.nullable(v.string()), null),
  beaconAt: v.optional(v.nullable(v.string()), null),
  entriesCount: v.number(),
  entriesHash: hash,
  /** RFC 3161 token for the hash, in base64. */
  timeStamp: v.optional(v.string()),
  beacon: v.optional(v.string()),
  secret: v.optional(hash),
  winners: v.array(place),
  reserves: v.array(place),
  // Files from earlier releases do not have this field.
  auditHead: v.optional(v.object({ seq: v.number(), hash })),
})
export type Head = v.InferOutput<typeof headSchema>

export type Finding = { readonly what: string; readonly ok: boolean; readonly found: string }

export type VerifiedFile = { readonly head: Head; readonly findings: readonly Finding[] }

export type Reading = {
  readonly head: Head
  readonly list: ReturnType<typeof createListHash>
  readonly ranking: ReturnType<typeof createRanking> | null
  readonly missing: Set<string>
  /** The winners' and reserves' ticket numbers stated in the file, keyed by ticket id. */
  readonly numbers: ReadonlyMap<string, string>
  /** The first ticket whose number in the list differs from the stated one. */
  misnumbered: string | null
  /** The numbers found so far, and the first duplicate or invalid one. Formula 3 ranks by ticket number. */
  readonly known: ReturnType<typeof createNumberSet>
  badNumber: string | null
  closed: boolean
  disorder: string | null
}
