import { useState } from 'react'
import type { ChatCommand, ChatEntry, UserMessage } from '../api/types.ts'
import { type Mentionable, matching, textMessage, typedMention, withMention } from './mentions.ts'

/**
 * Manages the unsent text, its mentions, and the message that it replies to. `mentionable` is empty in the chat with
 * the account.
 */
export function useDraft(
  send: (command: Omit<ChatCommand, 'userId'>) => Promise<boolean>,
  mentionable: readonly Mentionable[],
) {
  const [text, setText] = useState('')
  const [caret, setCaret] = useState(0)
  const [picked, setPicked] = useState<readonly Mentionable[]>([])
  const [quote, setQuote] = useState<ChatEntry>()
  const quoted = quote === undefined ? {} : { quotedMessageId: quote.id }
  return {
    text,
    quote,
    setQuote,
    /** `at` is the caret's position. Default: the end. */
    setText: (next: string, at = next.length) => {
      setText(next)
      setCaret(at)
    },
    setCaret,
    offered: matching(mentionable, typedMention(text, caret)),
    pick: (one: Mentionable) => {
      const next = withMention(text, caret, one)
      setText(next)
      setCaret(caret + next.length - text.length)
      setPicked([...picked.filter(({ name }) => name !== one.name), one])
    },
    /** If LINE rejects the text, it remains in the input. */
    submit: async () => {
      const message = textMessage(text, picked)
      const sent = await send({ ...quoted, ...(message.mention === undefined ? { text } : { message }) })
      if (!sent) return
      setText('')
      setPicked([])
      setQuote(undefined)
    },
    /** Sends a message that is not typed text. Only a sticker can be a reply. */
    sendMessage: async (message: UserMessage) => {
      if (message.type !== 'sticker') return void send({ message })
      if (await send({ ...quoted, message })) setQuote(undefined)
    },
  }
}

export type Draft = ReturnType<typeof useDraft>
