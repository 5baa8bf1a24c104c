import * as v from 'valibot'
import { uuid } from '#contract/schema/common.ts'
import { rewardType } from '#contract/schema/reward.ts'
import { DEVICE_NAME_MAX, SCANNED_MAX, STORE_CODE_MAX } from './limits.ts'

const words = v.strictObject({ th: v.string(), en: v.string() })

/** Reasons that concern the code or its customer. */
const codeReasons = [
  /** This campaign did not make the code. */
  'unknown',
  /** The code is not current, for example a photo or a screenshot. */
  'old',
  /** The code is from a later time, because the clock of the customer's phone is wrong. */
  'future',
  'left',
  'blocked',
] as const

/** Reasons that concern a number typed instead of a code. */
const typedReasons = [
  /** No winner's ticket shows this number now. */
  'wrong-number',
  /** The staff member has typed too many wrong numbers. */
  'too-many',
] as const

/** Reasons that concern one reward. */
const itemReasons = [
  'locked',
  /** The winner has not confirmed the prize. */
  'not-confirmed',
  /** The winner has declined the prize or missed the deadline. */
  'given-up',
  /** The event does not take place. */
  'cancelled',
  /** The winner has not paid the withholding tax. */
  'tax-unpaid',
  /** The winner is a minor, and neither the staff nor the desk has seen the guardian's consent. */
  'guardian',
  'not-open',
  'closed',
  'out-of-stock',
  /** Seats are handed over at the event only. */
  'elsewhere',
  /** A device reported the hand-over after the access of its staff member had ended. */
  'access-ended',
] as const

export type CodeReason = (typeof codeReasons)[number]
export type ItemReason = (typeof itemReasons)[number]
export type TypedReason = (typeof typedReasons)[number]
export type StaffReason = CodeReason | ItemReason

/** Name of the device that handed something over, or null if it was handed over without a scan, such as with a PIN. */
const usedBy = { at: v.number(), device: v.nullable(v.string()) }

const item = v.strictObject({
  rewardType,
  title: words,
  state: v.variant('kind', [
    v.strictObject({
      kind: v.literal('ready'),
      /** True if staff must see the consent of the winner's guardian first. */
      needsGuardian: v.boolean(),
    }),
    v.strictObject({ kind: v.literal('used'), ...usedBy }),
    v.strictObject({ kind: v.literal('no'), reason: v.picklist(itemReasons) }),
  ]),
})

export type StaffItem = v.InferOutput<typeof item>

export const checkedCode = v.variant('result', [
  v.strictObject({
    result: v.literal('person'),
    /** The customer's code, even if the staff member has typed its number. */
    code: v.string(),
    name: v.string(),
    items: v.array(item),
  }),
  v.strictObject({
    result: v.literal('no'),
    reason: v.picklist([...codeReasons, ...typedReasons]),
    /** When the code was made, in milliseconds; null if this campaign did not make it. */
    madeAt: v.nullable(v.number()),
  }),
])

export type CheckedCode = v.InferOutput<typeof checkedCode>

const code = v.pipe(v.string(), v.minLength(1), v.maxLength(SCANNED_MAX))
export const scannedCode = code
export const deviceName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(DEVICE_NAME_MAX),
)
/** The code of the store where the staff member works now; null at the event. */
export const staffStore = v.nullable(v.pipe(v.string(), v.maxLength(STORE_CODE_MAX)))

export const handingOver = {
  /** Made by the device for each hand-over. A repeat with the same key gets the same answer. */
  key: uuid,
  code,
  rewardType,
}

/** Formatting a later time throws. */
const LAST_MS = 8.64e15
/** A hand-over without a network. `at` is the device's time in milliseconds. */
export const offlineHandOver = v.strictObject({
  ...handingOver,
  at: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LAST_MS)),
})

const used = v.strictObject({ result: v.literal('used'), ...usedBy })
const refused = v.strictObject({
  result: v.literal('no'),
  reason: v.picklist([...codeReasons, ...itemReasons]),
})

export const handedOver = v.variant('result', [
  v.strictObject({ result: v.literal('done'), at: v.number() }),
  used,
  refused,
])

export type HandedOver = v.InferOutput<typeof handedOver>

/** The data with which a device checks codes without a network. */
export const nightList = v.strictObject({
  /** The server's time in milliseconds since 1970. */
  now: v.number(),
  /** The stores of the staff member; empty at the event. */
  stores: v.array(v.strictObject({ code: v.string(), name: v.string() })),
  /** When the device must delete the list. Null outside the night and in stores, where there is no list. */
  keepUntil: v.nullable(v.number()),
  /** The hour (since 1970) of the first key of each entry. */
  hour: v.number(),
  entries: v.array(
    v.strictObject({
      /** The customer's code begins with `prefix`, and is signed with the key of its hour (base64url). */
      prefix: v.string(),
      keys: v.array(v.string()),
      name: v.string(),
      rewardType,
      title: words,
    }),
  ),
})

export type NightList = v.InferOutput<typeof nightList>

/** A hand-over that two devices made, that broke a rule, or that was reported after the person's access had ended. */
const conflict = v.strictObject({
  key: uuid,
  /** The part of the customer's code that identifies it on every device. */
  code: v.string(),
  /** Null if the customer has left. */
  name: v.nullable(v.string()),
  title: words,
  reason: v.nullable(v.picklist([...codeReasons, ...itemReasons])),
  /** Null if no other device handed it over. */
  first: v.nullable(v.strictObject(usedBy)),
  second: v.strictObject({ at: v.number(), device: v.string() }),
})

export type Conflict = v.InferOutput<typeof conflict>

export const syncAnswer = v.strictObject({
  now: v.number(),
  results: v.array(v.strictObject({ key: uuid, answer: handedOver })),
  /** All winners' rewards handed over. Null if the device already knows that many. */
  used: v.nullable(v.array(v.strictObject({ prefix: v.string(), rewardType, title: words, ...usedBy }))),
  /**
   * The conflicts of the last two days in which this staff member took part, and at the event also reports by people
   * whose access has ended.
   */
  conflicts: v.array(conflict),
  counts: v.strictObject({
    /** Handed over by this staff member on this device in the last 24 hours. */
    device: v.number(),
    /** Handed over at the event, or today in the staff member's stores. */
    all: v.number(),
    /** Winners who may collect at the event; null in stores. */
    expected: v.nullable(v.number()),
  }),
})
