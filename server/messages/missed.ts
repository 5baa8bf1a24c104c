import type { MessageKind } from '#contract/message-groups.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import type { Db } from '#server/store/tables.ts'
import { recipientsOf } from './recipients.ts'
import { sendableFrom, sendingVerdicts } from './sending-rules.ts'

type Times = {
  readonly now: number
  readonly by: number
}

/** Returns the reason why a message due now will not reach these customers before `by`. Times are in milliseconds. */
export async function missedBy(
  db: Db,
  kind: MessageKind,
  customerIds: readonly string[],
  { now, by }: Times,
): Promise<ReadonlyMap<string, string>> {
  const missed = new Map<string, string>()
  if (customerIds.length === 0) return missed
  const isOff = (await readChannel(db)) === undefined
  const from = sendableFrom(kind, now)
  const recipients = await recipientsOf(db, customerIds)
  const verdicts = await sendingVerdicts(db, kind, customerIds, now)
  for (const id of customerIds) {
    const verdict = verdicts(id)
    const { obstacle } = recipients(id)
    if (isOff) missed.set(id, 'LINE messages are off')
    else if (verdict.kind === 'drop') missed.set(id, verdict.reason)
    else if (obstacle !== null) missed.set(id, obstacle)
    else if (from >= by) missed.set(id, `the deadline is in the quiet hours, until ${bangkokTime(from)}`)
  }
  return missed
}
