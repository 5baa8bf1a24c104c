import { ownEntry } from '../../own-entry.ts'
import type { MessageContent } from '../../world/bot-state.ts'
import { findNewest } from '../../world/long-list.ts'
import { type BotAnswer, type BotCall, type Operation, refusal } from './operation.ts'

/** A grey pixel, used for videos without a preview. */
const GREY_PNG = {
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2vZ9WQAAAABJRU5ErkJggg==',
}

const isConverted = ({ kind }: MessageContent): boolean => kind === 'video' || kind === 'audio'

const NOT_FOUND = refusal(404, 'not found')
const GONE = refusal(410, 'The content is gone')

/** LINE responds with 410 for an unsent message, and with 404 for a message without a file. */
const ofContent =
  (handle: (content: MessageContent, call: BotCall) => BotAnswer) =>
  (call: BotCall): BotAnswer => {
    const { messageId = '' } = call.params
    const content = ownEntry(call.bot.contents, messageId)
    if (content !== undefined) return handle(content, call)
    const message = findNewest(call.world.messages, ({ id }) => id === messageId)?.message
    return message?.type === 'unsent' ? GONE : NOT_FOUND
  }

/** LINE responds with 202 while it converts a video or an audio file. */
const download = ofContent((content, { scenario }) => {
  const { transcoding } = scenario.messaging
  if (isConverted(content) && transcoding !== 'succeeded')
    return transcoding === 'processing' ? { status: 202 } : NOT_FOUND
  return { status: 200, file: content }
})

const preview = ofContent(content => {
  if (content.kind !== 'image' && content.kind !== 'video')
    return refusal(400, 'The content can not be previewed')
  return { status: 200, file: content.preview ?? (content.kind === 'image' ? content : GREY_PNG) }
})

const transcoding = ofContent((content, { scenario }) =>
  isConverted(content)
    ? { status: 200, body: { status: scenario.messaging.transcoding } }
    : refusal(400, "Transcoding status doesn't support this type of content"),
)

const path = '/v2/bot/message/:messageId/content'

/** Files that users sent in the chat. LIFF sends only URLs, which LINE does not store. */
export const CONTENT_OPERATIONS: readonly Operation[] = [
  { method: 'GET', path, handle: download },
  { method: 'GET', path: `${path}/preview`, handle: preview },
  { method: 'GET', path: `${path}/transcoding`, handle: transcoding },
]
