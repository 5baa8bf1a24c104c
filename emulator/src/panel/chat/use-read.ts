import { useEffect } from 'react'
import { control } from '../api/client.ts'
import type { ChatView } from '../api/types.ts'

/** Notifies LINE after each message of the account that the user sees the chat, because its insight counts impressions. */
export function useRead(chat: ChatView | undefined): void {
  const userId = chat?.userId
  const chatId = chat?.group?.hasAccount ? chat.group.id : undefined
  const isInGroup = chat !== undefined && chat.group !== null
  const newest = chat?.entries.findLast(({ from }) => from === 'account')?.id
  useEffect(() => {
    if (userId === undefined || newest === undefined || (isInGroup && chatId === undefined)) return
    const where = chatId === undefined ? {} : { chatId }
    // If LINE does not respond, the panel already shows that, and the next message reports this one as well.
    void control.actInChat({ userId, ...where, read: true }).catch(() => undefined)
  }, [userId, chatId, isInGroup, newest])
}
