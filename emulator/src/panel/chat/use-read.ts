import { useEffect } from 'react'
import { control } from '../api/client.ts'
import type { ChatView } from '../api/types.ts'

/**
 * After each of the account's messages, reports that the user sees the chat, because LINE's insight counts impressions.
 */
export function useRead(chat: ChatView | undefined): void {
  const userId = chat?.userId
  const chatId = chat?.group?.hasAccount ? chat.group.id : undefined
  const isInGroup = chat !== undefined && chat.group !== null
  const newest = chat?.entries.findLast(({ from }) => from === 'account')?.id
  useEffect(() => {
    if (userId === undefined || newest === undefined || (isInGroup && chatId === undefined)) return
    const where = chatId === undefined ? {} : { chatId }
    // If the call fails, the panel already shows it, and the next report includes this message.
    void control.actInChat({ userId, ...where, read: true }).catch(() => undefined)
  }, [userId, chatId, isInGroup, newest])
}
