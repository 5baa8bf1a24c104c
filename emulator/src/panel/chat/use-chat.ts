import { useEffect, useRef, useState } from 'react'
import { ControlError, control } from '../api/client.ts'
import type { ChatView } from '../api/types.ts'

type ChatOptions = {
  readonly userId: string
  /** Id of the group chat or room; undefined for the chat with the account. */
  readonly chatId: string | undefined
  readonly revision: number | undefined
  /** Called if the user has lost access to the group. */
  readonly onGone: () => void
}

/** Reloads the chat when `revision` changes. */
export function useChat({ userId, chatId, revision, onGone }: ChatOptions): ChatView | undefined {
  const [view, setView] = useState<ChatView>()
  const asked = useRef(0)
  const shown = useRef(0)
  const gone = useRef(onGone)
  gone.current = onGone
  useEffect(() => {
    // The emulator's state has not loaded yet.
    if (revision === undefined) return
    asked.current += 1
    const number = asked.current
    const show = (next: ChatView) => {
      // Responses can arrive out of order.
      if (number < shown.current) return
      shown.current = number
      setView(next)
    }
    control.chat(userId, chatId).then(show, error => {
      // If the call fails, the chat keeps its messages, and the panel shows the problem.
      if (chatId !== undefined && error instanceof ControlError) gone.current()
    })
  }, [userId, chatId, revision])
  return view?.userId === userId && view.group?.id === chatId ? view : undefined
}
