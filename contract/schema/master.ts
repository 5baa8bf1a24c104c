import * as v from 'valibot'
import { dateTime, integer, numericText, sha256, uuid } from './common.ts'

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
})
export type Province = v.InferOutput<typeof province>
export type District = v.InferOutput<typeof district>
export type Subdistrict = v.InferOutput<typeof subdistrict>
export type Store = v.InferOutput<typeof store>

export const districtQuery = v.strictObject({ provinceId: numericText })
export const subdistrictQuery = v.strictObject({ districtId: numericText })

/** All address lists and stores at once; `version` changes whenever any of them does. */
export const masterAll = v.object({
  version: v.string(),
  provinces: v.array(province),
  districts: v.array(district),
  subdistricts: v.array(subdistrict),
  stores: v.array(store),
})
export type MasterAll = v.InferOutput<typeof masterAll>

/** The campaign's clock and rules, and the two switches that S4's startup reads. Amounts in baht. */
export const activity = v.object({
  endPlatform: v.boolean(),
  pendingPlatform: v.boolean(),
  serverTime: dateTime,
  opensAt: dateTime,
  closesAt: dateTime,
  drawAt: dateTime,
  announceAt: dateTime,
  confirmBy: dateTime,
  termsVersion: v.string(),
  privacyVersion: v.string(),
  bahtPerRight: integer,
  minAmount: v.number(),
  maxReceiptsPerDay: integer,
  minAge: integer,
  permitNo: v.nullable(v.string()),
  features: v.object({ allowExternalBrowser: v.boolean(), drawId: v.nullable(uuid) }),
})
export type Activity = v.InferOutput<typeof activity>

/** What can be won, in the order in which winners get it; `reserve` counts those who stand by. */
export const drawPrizes = v.array(
  v.object({ titleTh: v.string(), count: integer, reserve: v.optional(v.boolean()) }),
)

export const drawParams = v.strictObject({ id: uuid })
/** What anyone may know of a draw: the commitment before it, all that is needed to recompute it after it. */
export const draw = v.object({
  id: uuid,
  /** How far it is: `announced` once anyone may see winners and secret. */
  state: v.optional(v.picklist(['open', 'committed', 'sealed', 'run', 'announced'])),
  /** `physical`: drawn by hand from paper slips; there is no seed to recompute. */
  method: v.optional(v.nullable(v.picklist(['seed', 'physical']))),
  prizes: v.optional(drawPrizes),
  committedAt: v.optional(v.nullable(dateTime)),
  commitment: v.nullable(sha256),
  /** What will be, or was, the beacon, in words, and when it is known. */
  beaconSource: v.optional(v.nullable(v.string())),
  beaconAt: v.optional(v.nullable(dateTime)),
  beacon: v.nullable(v.string()),
  sealedAt: v.nullable(dateTime),
  entriesHash: v.nullable(sha256),
  entriesCount: v.nullable(integer),
  secret: v.optional(v.string()),
  winners: v.array(v.object({ name: v.string(), ticketNo: v.string(), rank: integer })),
})

export const health = v.object({ ok: v.boolean() })
