import { failedPage } from '#server/message-queue/failed.ts'
import type { DeskHandlers } from '../handler.ts'

export const messagesHandlers = {
  failedMessages: ({ db, query: { after } }) => failedPage(db, Number(after ?? 0)),
} satisfies Partial<DeskHandlers>
