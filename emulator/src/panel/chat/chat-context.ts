import { createContext, useContext } from 'react'
import type { ChatEntry } from '../api/types.ts'
import type { TapAction } from './actions.ts'

/** Percentages of a video or audio file at which LINE counts a play. */
export const PLAYED_PARTS = [0, 25, 50, 75, 100] as const
export type PlayedPart = (typeof PLAYED_PARTS)[number]

type ChatTools = {
  /** `messageId` is the account's message that contains the action, if any. */
  readonly tap: (action: TapAction, messageId?: string) => void
  readonly watched: (trackingId: string) => void
  /** Does nothing outside the account's messages. */
  readonly played: (part: PlayedPart, messageId?: string) => void
  readonly unsend: (messageId: string) => void
  /** Starts a reply. Undefined if the user cannot write in this chat. */
  readonly quote: ((entry: ChatEntry) => void) | undefined
  /** Returns undefined if the message is not in the chat. */
  readonly entryOf: (messageId: string) => ChatEntry | undefined
  /** Returns an empty string if the user is not in the scenario. */
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
