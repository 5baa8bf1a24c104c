import { botUserId, groupOf } from '../platform/account.ts'
import { newMessageId } from '../platform/messages.ts'
import { invalidAt } from '../scenario/parse.ts'
import type { MessageContent } from '../world/bot-state.ts'
import type { Line } from '../world/line.ts'
import type { SentMessage } from '../world/state.ts'
import type { UserMessage } from './chat-command.ts'
import type { Invalid } from './command.ts'

type Stored = { readonly message: SentMessage['message']; readonly content: MessageContent | null }

const stored = (message: UserMessage): Stored => {
  switch (message.type) {
    case 'text':
    case 'sticker':
    case 'location':
      return { message, content: null }
    case 'file': {
      const { type, content, fileName } = message
      const file = { kind: type, type: 'application/octet-stream', base64: content, preview: null }
      return { message: { type, fileName, fileSize: Buffer.from(content, 'base64').length }, content: file }
    }
    default: {
      const { type, content, contentType } = message
      const preview = 'preview' in message ? message.preview : undefined
      const duration = 'duration' in message && message.duration !== undefined
      const fields = duration ? { duration: message.duration } : type === 'audio' ? { duration: 0 } : {}
      return {
        message: { type, contentProvider: { type: 'line' }, ...fields },
        content: {
          kind: type,
          type: contentType,
          base64: content,
          preview: preview === undefined ? null : { type: preview.contentType, base64: preview.content },
        },
      }
    }
  }
}

/** A mentioned user must be in the chat, and mentions must not overlap. */
export function mentionProblem(
  line: Line,
  { text, mention }: Extract<UserMessage, { readonly type: 'text' }>,
  chatId: string | undefined,
): Invalid | null {
  if (mention === undefined) return null
  const { scenario, bot } = line.world()
  const members = chatId === undefined ? undefined : groupOf(scenario, bot, chatId)?.members
  if (members === undefined) return invalidAt('message.mention', 'expected a message to a group chat or room')
  const known = [...members, botUserId(scenario)]
  let end = 0
  for (const [at, one] of mention.mentionees.entries()) {
    const path = `message.mention.mentionees[${at}]`
    if (one.index < end || one.length < 1 || one.index + one.length > text.length)
      return invalidAt(path, 'expected a place in the text after that of the mention before')
    end = one.index + one.length
    if (one.type === 'user' && one.userId !== undefined && !known.includes(one.userId))
      return invalidAt(`${path}.userId`, 'expected a member of the chat, or the account')
  }
  return null
}

/** Stores the file first, so that the account can download it when the webhook arrives. */
export function sendUserMessage(
  line: Line,
  from: Pick<SentMessage, 'userId' | 'chatId' | 'quotedMessageId'>,
  given: UserMessage,
): string {
  const { message, content } = stored(given)
  const id = newMessageId(line.secret)
  if (content !== null) line.dispatch({ type: 'content-stored', messageId: id, content })
  const sent: SentMessage = { id, at: line.now(), ...from, liffId: null, via: 'chat', message }
  line.dispatch({ type: 'messages-sent', messages: [sent] })
  return id
}
