import type { Handler } from '#server/handler.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { reportWaiting } from '#server/message-queue/waiting-receipts.ts'

export const handler: Handler<'reportWaiting'> = async ({ db, caller, body, now }) => {
  await reportWaiting(db, caller.customerId, body, now)
  return { messages: (await readChannel(db)) !== undefined }
}
