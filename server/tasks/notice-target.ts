import * as v from 'valibot'

export const noticeTarget = v.variant('by', [
  v.strictObject({ by: v.literal('mail'), address: v.string() }),
  v.strictObject({ by: v.literal('line'), id: v.string() }),
])

export type NoticeTarget = v.InferOutput<typeof noticeTarget>

/** Returns null if the stored task has no target or was written by a newer release. */
export function targetIn(payload: string): NoticeTarget | null {
  const read = v.safeParse(v.object({ to: noticeTarget }), JSON.parse(payload))
  return read.success ? read.output.to : null
}
