import * as v from 'valibot'
import { rules, sections } from '#contract/desk/set-up.ts'
import { sha256 } from '#contract/schema/common.ts'

const words = v.strictObject({ th: v.string(), en: v.nullable(v.string()) })

/** A hash of the content of each section as the person saw it. */
const seen = v.strictObject(v.entriesFromList(sections, sha256))

const reward = v.strictObject({
  type: v.string(),
  title: words,
  text: v.strictObject({ th: v.nullable(v.string()), en: v.nullable(v.string()) }),
  /** The English list is empty or as long as the Thai list. */
  conditions: v.strictObject({ th: v.array(v.string()), en: v.array(v.string()) }),
  unlockedBy: v.picklist(['registered', 'answer', 'receipt', 'winner', 'lost']),
  needsStaff: v.boolean(),
  opensAt: v.nullable(v.number()),
  closesAt: v.nullable(v.number()),
  /** True if customers could already use the reward. Its start can then no longer be changed. */
  hasOpened: v.boolean(),
  /** Total stock, used and remaining, or null if unlimited. */
  total: v.nullable(v.number()),
  used: v.number(),
})

const question = v.strictObject({
  id: v.string(),
  text: words,
  choices: v.nullable(v.array(words)),
  maxLength: v.number(),
  opensAt: v.number(),
  closesAt: v.nullable(v.number()),
  state: v.picklist(['later', 'open', 'closed']),
  isShown: v.boolean(),
  answers: v.number(),
})

const prize = v.strictObject({ title: words, count: v.number() })

export const setUp = v.strictObject({
  seen,
  /** `mode` is the override set by a command. `auto` means that the dates decide. */
  state: v.picklist(['pending', 'open', 'ended']),
  mode: v.picklist(['auto', 'pending', 'open', 'ended']),
  rules: v.strictObject({ ...rules.entries, permitNo: v.nullable(v.string()) }),
  rewards: v.array(reward),
  questions: v.array(question),
  prizes: v.strictObject({
    /** Null if the campaign has no draw. */
    state: v.nullable(v.picklist(['open', 'committed', 'sealed', 'run'])),
    committedAt: v.nullable(v.number()),
    sealedAt: v.nullable(v.number()),
    drawn: v.array(prize),
    reserves: v.number(),
    /** The prizes shown in the app. */
    advertised: v.array(prize),
    isSame: v.boolean(),
  }),
  terms: v.array(
    v.strictObject({
      document: v.picklist(['terms', 'privacy']),
      version: v.string(),
      /** Whether the deployed text is the one recorded for this version. */
      text: v.picklist(['current', 'changed', 'not recorded']),
    }),
  ),
})
