import * as v from 'valibot'

/** Where a notice goes: a mail address, or the id of a user, group or room at LINE. */
export const noticeTarget = v.variant('by', [
  v.strictObject({ by: v.literal('mail'), address: v.string() }),
  v.strictObject({ by: v.literal('line'), id: v.string() }),
])

export type NoticeTarget = v.InferOutput<typeof noticeTarget>

/** Returns the target of a stored task (JSON), or null if it has none yet or is of a newer release. */
export function targetIn(payload: string): NoticeTarget | null {
  const read = v.safeParse(v.object({ to: noticeTarget }), JSON.parse(payload))
  return read.success ? read.output.to : null
}
