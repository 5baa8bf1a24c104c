import { useState } from 'react'
import type { Scenario } from '../api/types.ts'
import { Chat } from './chat.tsx'
import { useChat } from './use-chat.ts'
import { useRead } from './use-read.ts'

type ChatScreenProps = {
  readonly userId: string
  /** Number of changes in the emulated LINE. The chat reloads after each change. */
  readonly revision: number | undefined
  readonly scenario: Scenario | undefined
  readonly appName: string
  readonly onOpen: (path?: string, liffId?: string) => void
}

/** A user's chat with the account or a group. It loads when the phone first shows it. */
export function ChatScreen({ userId, revision, scenario, appName, onOpen }: ChatScreenProps) {
  // The chosen chat applies only to this user.
  const [chosen, setChosen] = useState({ userId, chatId: undefined as string | undefined })
  const chatId = chosen.userId === userId ? chosen.chatId : undefined
  const onChat = (next: string | undefined) => setChosen({ userId, chatId: next })
  const chat = useChat({ userId, chatId, revision, onGone: () => onChat(undefined) })
  useRead(chat)
  return (
    <Chat
      // A draft belongs to a single user and chat.
      key={userId + (chatId ?? '')}
      userId={userId}
      chatId={chatId}
      onChat={onChat}
      account={scenario?.apps[0]?.officialAccount ?? null}
      appName={appName}
      chat={chat}
      users={scenario?.users ?? []}
      desktop={scenario?.environment.os === 'web'}
      onOpen={onOpen}
    />
  )
}
