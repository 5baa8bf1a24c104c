import { useEffect, useRef, useState } from 'react'
import { control } from '../api/client.ts'
import type { ChatView } from '../api/types.ts'

/** Returns the chat of a user with the official account. Loads it again when `revision` changes. */
export function useChat(userId: string, revision: number | undefined): ChatView | undefined {
  const [view, setView] = useState<ChatView>()
  const asked = useRef(0)
  const shown = useRef(0)
  useEffect(() => {
    // The panel has not received the state of the emulated LINE yet.
    if (revision === undefined) return
    asked.current += 1
    const number = asked.current
    const show = (next: ChatView) => {
      // Responses can arrive in a different order from their requests.
      if (number < shown.current) return
      shown.current = number
      setView(next)
    }
    // If this fails, the chat keeps its messages, and the panel says that the emulator does not respond.
    control.chat(userId).then(show, () => undefined)
  }, [userId, revision])
  return view?.userId === userId ? view : undefined
}
