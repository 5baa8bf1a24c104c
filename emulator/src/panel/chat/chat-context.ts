import { createContext, useContext } from 'react'
import type { ChatEntry } from '../api/types.ts'
import type { TapAction } from './actions.ts'
import type { PlayedPart } from './use-plays.ts'

/** What the messages of a chat need to know, and what a tap does. */
type ChatTools = {
  /** `messageId` is the message of the account that has the action, if any. */
  readonly tap: (action: TapAction, messageId?: string) => void
  /** Called when the user has watched a video with a tracking id. */
  readonly watched: (trackingId: string) => void
  /** Called when the user has played a part of a video or an audio file; does nothing outside the account's messages. */
  readonly played: (part: PlayedPart, messageId?: string) => void
  /** Takes a message of the user back. */
  readonly unsend: (messageId: string) => void
  /** Lets the user reply to a message; undefined if the user cannot write in this chat. */
  readonly quote: ((entry: ChatEntry) => void) | undefined
  /** Returns a message that the chat shows; undefined if it does not show it any more. */
  readonly entryOf: (messageId: string) => ChatEntry | undefined
  /** Returns the display name of a user or of the account, or an empty string if the scenario has no such user. */
  readonly nameOf: (userId: string) => string
  readonly accountName: string
}

export const ChatContext = createContext<ChatTools>({
  tap: () => {},
  watched: () => {},
  played: () => {},
  unsend: () => {},
  quote: undefined,
  entryOf: () => undefined,
  nameOf: () => '',
  accountName: '',
})

export const useChatTools = (): ChatTools => useContext(ChatContext)
