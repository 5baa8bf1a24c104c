import { useCallback } from 'react'
import { ControlError, control } from '../api/client.ts'
import type { ChatCommand } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'

type SendOptions = {
  readonly userId: string
  readonly chatId: string | undefined
  readonly onProblem: (message: string) => void
}

/** Returns a function that acts in a chat as the user. It resolves to false if LINE rejects the action. */
export function useSend({ userId, chatId, onProblem }: SendOptions) {
  const { chat: texts } = useTexts()
  return useCallback(
    async (command: Omit<ChatCommand, 'userId'>) => {
      const { text, message, postback } = command
      const goesToChat = [text, message, postback].some(act => act !== undefined)
      try {
        await control.actInChat({
          userId,
          ...command,
          ...(chatId !== undefined && goesToChat ? { chatId } : {}),
        })
        return true
      } catch (error) {
        onProblem(error instanceof ControlError ? error.message : texts.notSent)
        return false
      }
    },
    [userId, chatId, texts, onProblem],
  )
}
