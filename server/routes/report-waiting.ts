import type { Handler } from '#server/handler.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { reportWaiting } from '#server/message-queue/waiting-receipts.ts'
import { lockParticipant } from '#server/store/lock.ts'

export const handler: Handler<'reportWaiting'> = async ({ db, caller, body, now }) => {
  await lockParticipant(db, caller.customerId)
  await reportWaiting(db, caller.customerId, body, now)
  return { messages: (await readChannel(db)) !== undefined }
}
