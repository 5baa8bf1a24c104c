import type { Fields } from '../../fields.ts'
import type { ChatEntry } from '../api/types.ts'
import { useTexts } from '../language/use-texts.tsx'
import type { PanelTexts } from '../texts/panel-texts.ts'
import { Icon } from '../ui/icon.tsx'
import { useChatTools } from './chat-context.ts'
import { textOf } from './fields.ts'
import icon from './icon-button.module.css'
import styles from './quote.module.css'

function summaryOf(message: Fields, { chat, composer }: PanelTexts): string {
  switch (message.type) {
    case 'image':
    case 'video':
    case 'audio':
    case 'sticker':
      return composer.kinds[message.type]
    case 'location':
      return textOf(message.title) || composer.kinds.location
    case 'file':
      return textOf(message.fileName)
    case 'coupon':
      return chat.coupon
    case 'unsent':
      return composer.quoteGone
    default:
      return textOf(message.text) || textOf(message.altText) || textOf(message.type)
  }
}

function useSender(): (entry: ChatEntry) => string {
  const { composer } = useTexts()
  const { nameOf, accountName } = useChatTools()
  return ({ from, userId = '' }) =>
    from === 'user' ? composer.you : from === 'account' ? accountName : nameOf(userId) || userId
}

export function Quoted({ messageId }: { readonly messageId: string }) {
  const texts = useTexts()
  const { entryOf } = useChatTools()
  const senderOf = useSender()
  const entry = entryOf(messageId)
  return (
    <blockquote className={styles.quoted}>
      {entry === undefined ? (
        texts.composer.quoteGone
      ) : (
        <>
          <b>{senderOf(entry)}</b>
          <span>{summaryOf(entry.message, texts)}</span>
        </>
      )}
    </blockquote>
  )
}

type QuoteBarProps = { readonly entry: ChatEntry; readonly onCancel: () => void }

export function QuoteBar({ entry, onCancel }: QuoteBarProps) {
  const texts = useTexts()
  const { composer } = texts
  const senderOf = useSender()
  return (
    <section className={styles.bar} aria-label={composer.replyTo(senderOf(entry))}>
      <p>
        <b>{composer.replyTo(senderOf(entry))}</b>
        <span>{summaryOf(entry.message, texts)}</span>
      </p>
      <button type="button" className={icon.button} aria-label={composer.cancelReply} onClick={onCancel}>
        <Icon name="close" size={16} />
      </button>
    </section>
  )
}
