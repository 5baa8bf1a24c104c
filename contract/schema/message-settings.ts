import * as v from 'valibot'

const service = { receipts: v.boolean(), draw: v.boolean(), coupons: v.boolean() }

/** A missing group is not changed. */
export const messageSettingsBody = v.pipe(
  v.partial(v.strictObject(service)),
  v.check(groups => Object.keys(groups).length > 0, 'required'),
)

export const messageSettings = v.object({
  /** False while the campaign does not send LINE messages. The groups are still stored. */
  offered: v.boolean(),
  /** LINE's report of whether the official account can reach the customer; `unknown` if LINE has not reported it. */
  reach: v.picklist(['unknown', 'friend', 'blocked']),
  /** `news` is the marketing consent, which has its own calls. */
  groups: v.object({ ...service, news: v.boolean() }),
})
export type MessageSettings = v.InferOutput<typeof messageSettings>
