import type { Scenario } from '../api/types.ts'
import { Chat } from './chat.tsx'
import { useChat } from './use-chat.ts'

type ChatScreenProps = {
  readonly userId: string
  /** Number of changes of the emulated LINE: the chat loads again after each. */
  readonly revision: number | undefined
  readonly scenario: Scenario | undefined
  readonly appName: string
  readonly onOpen: (path?: string, liffId?: string) => void
}

/** The chat of a user. The panel loads it when the phone shows the chat for the first time. */
export function ChatScreen({ userId, revision, scenario, appName, onOpen }: ChatScreenProps) {
  const chat = useChat(userId, revision)
  return (
    <Chat
      // Another user must not see the text that this user has begun to type.
      key={userId}
      account={scenario?.apps[0]?.officialAccount ?? null}
      appName={appName}
      chat={chat}
      users={scenario?.users ?? []}
      desktop={scenario?.environment.os === 'web'}
      onOpen={onOpen}
    />
  )
}
