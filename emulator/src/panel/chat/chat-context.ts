import { createContext, useContext } from 'react'
import type { TapAction } from './actions.ts'

/** What the messages of a chat need to know, and what a tap does. */
type ChatTools = {
  readonly tap: (action: TapAction) => void
  /** Called when the user has watched a video with a tracking id. */
  readonly watched: (trackingId: string) => void
  /** Returns the display name of a user, or an empty string if the scenario has no such user. */
  readonly nameOf: (userId: string) => string
}

export const ChatContext = createContext<ChatTools>({ tap: () => {}, watched: () => {}, nameOf: () => '' })

export const useChatTools = (): ChatTools => useContext(ChatContext)
