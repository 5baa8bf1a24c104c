import * as v from 'valibot'
import { dateTime, integer, numericText, prizeDelivery, sha256, uuid } from './common.ts'

export const province = v.object({ id: integer, nameTh: v.string(), nameEn: v.string() })
export const district = v.object({ id: integer, provinceId: integer, nameTh: v.string() })
export const subdistrict = v.object({
  id: integer,
  districtId: integer,
  nameTh: v.string(),
  postalCode: v.string(),
})
export const store = v.object({
  id: integer,
  chain: v.string(),
  nameTh: v.string(),
  branch: v.string(),
  provinceId: integer,
  receiptNoHint: v.nullable(v.string()),
  chainEn: v.optional(v.nullable(v.string())),
  nameEn: v.optional(v.nullable(v.string())),
  branchEn: v.optional(v.nullable(v.string())),
  receiptNoHintEn: v.optional(v.nullable(v.string())),
  receiptNoPattern: v.optional(v.nullable(v.string())),
  receiptNoPlace: v.optional(v.nullable(v.string())),
})
export type Province = v.InferOutput<typeof province>
export type District = v.InferOutput<typeof district>
export type Subdistrict = v.InferOutput<typeof subdistrict>
export type Store = v.InferOutput<typeof store>

export const districtQuery = v.strictObject({ provinceId: numericText })
export const subdistrictQuery = v.strictObject({ districtId: numericText })

/** `version` changes when any list changes. */
export const masterAll = v.object({
  version: v.string(),
  provinces: v.array(province),
  districts: v.array(district),
  subdistricts: v.array(subdistrict),
  stores: v.array(store),
})
export type MasterAll = v.InferOutput<typeof masterAll>

/** The seal of the draw's list of entries. Each phone stores it and compares it with the published result. */
export const drawSeal = v.object({
  drawId: uuid,
  entriesHash: sha256,
  formula: integer,
  sealedAt: dateTime,
})
export type DrawSeal = v.InferOutput<typeof drawSeal>

/** The two switches of spec S7 that startup checks (spec S4). */
const activitySwitches = v.object({ endPlatform: v.boolean(), pendingPlatform: v.boolean() })

/** Amounts are in baht. */
export const activity = v.object({
  ...activitySwitches.entries,
  serverTime: dateTime,
  opensAt: dateTime,
  closesAt: dateTime,
  drawAt: dateTime,
  announceAt: dateTime,
  confirmBy: dateTime,
  termsVersion: v.string(),
  privacyVersion: v.string(),
  /** SHA-256 hashes of the terms and privacy notice in every language, from the newest build. */
  textHashes: v.optional(v.array(v.string())),
  bahtPerRight: integer,
  minAmount: v.number(),
  maxReceiptsPerDay: integer,
  minAge: integer,
  /** The organiser promises to review receipts within this many days; null without a promise. Older servers omit it. */
  reviewDays: v.optional(v.nullable(integer), null),
  permitNo: v.nullable(v.string()),
  /** Null before the list is sealed. Missing on an older server. */
  drawSeal: v.optional(v.nullable(drawSeal)),
  features: v.object({
    allowExternalBrowser: v.boolean(),
    drawId: v.nullable(uuid),
    /** True if the server can read receipts from photos. Missing on an older server. */
    receiptReader: v.optional(v.boolean(), false),
  }),
})
export type Activity = v.InferOutput<typeof activity>

/** A server with only the specification's calls returns only the switches. */
export const activityAnswer = v.union([activity, activitySwitches])

/** Listed in the order of the draw. A prize with `reserve` is a place on the waiting list. */
export const drawPrizes = v.array(
  v.object({
    titleTh: v.string(),
    count: integer,
    reserve: v.optional(v.boolean()),
    /** The fields below are missing in draws defined by an older release. */
    key: v.optional(v.string()),
    titleEn: v.optional(v.string()),
    valueBaht: v.optional(integer),
    delivery: v.optional(prizeDelivery),
  }),
)

export const drawParams = v.strictObject({ id: uuid })
/** A draw's public data: a commitment before the draw, and everything needed to recompute the result afterwards. */
export const draw = v.object({
  id: uuid,
  /** `announced`: the winners and the secret are public. */
  state: v.optional(v.picklist(['open', 'committed', 'sealed', 'run', 'announced'])),
  /** `physical`: paper slips were drawn by hand, so the result cannot be recomputed from a seed. */
  method: v.optional(v.nullable(v.picklist(['seed', 'physical']))),
  prizes: v.optional(drawPrizes),
  committedAt: v.optional(v.nullable(dateTime)),
  commitment: v.nullable(sha256),
  /** Describes the public random value (beacon) and when it is published. */
  beaconSource: v.optional(v.nullable(v.string())),
  beaconAt: v.optional(v.nullable(dateTime)),
  beacon: v.nullable(v.string()),
  sealedAt: v.nullable(dateTime),
  entriesHash: v.nullable(sha256),
  entriesCount: v.nullable(integer),
  secret: v.optional(v.string()),
  /** The audit log's head after the draw's latest step. Missing before the announcement. */
  auditHead: v.optional(v.object({ seq: integer, hash: sha256 })),
  /** `ticketNo` is the ticket's id. `number` is the ticket number shown in the app and used in the draw. */
  winners: v.array(
    v.object({
      name: v.string(),
      ticketNo: v.string(),
      number: v.optional(v.nullable(v.string())),
      rank: integer,
    }),
  ),
})

export const health = v.object({ ok: v.boolean() })
