import { useCallback } from 'react'
import { ControlError, control } from '../api/client.ts'
import type { ChatCommand } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'

type SendOptions = {
  readonly userId: string
  /** Group chat or room to which messages and postbacks go; undefined for the chat with the account. */
  readonly chatId: string | undefined
  /** Shows why LINE did not accept what the user did. */
  readonly onProblem: (message: string) => void
}

/** Returns the function that does something in a chat as the user. It resolves to false if LINE refused it. */
export function useSend({ userId, chatId, onProblem }: SendOptions) {
  const { chat: texts } = useTexts()
  return useCallback(
    async (command: Omit<ChatCommand, 'userId'>) => {
      const { text, message, postback } = command
      const goesToChat = [text, message, postback].some(act => act !== undefined)
      try {
        await control.actInChat({
          ...{ userId, ...command },
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
