import { Component, type ReactNode } from 'react'
import type { Fields } from '../../fields.ts'
import { useTexts } from '../language/use-texts.tsx'
import { textOf } from './fields.ts'
import { FlexMessage, isDrawable } from './flex/flex-message.tsx'
import { ImagemapMessage } from './imagemap.tsx'
import { AudioMessage, ImageMessage, LocationMessage, Placeholder, VideoMessage } from './media.tsx'
import styles from './message.module.css'
import { TextWithEmojis, TextWithSubstitutions } from './rich-text.tsx'
import { TemplateMessage } from './template.tsx'

const WIDE: readonly unknown[] = ['template', 'flex', 'imagemap']

export const isWide = ({ type }: Fields): boolean => WIDE.includes(type)

function FallbackText({ message }: { readonly message: Fields }) {
  const { chat } = useTexts()
  const type = textOf(message.type)
  return (
    <div className={styles.bubble}>
      <small className={styles.note}>{chat.notDrawn(type)}</small>
      {textOf(message.altText) || textOf(message.text)}
    </div>
  )
}

type MessageViewProps = {
  readonly message: Fields
  readonly unsentNote: string
}

function Content({ message, unsentNote }: MessageViewProps): ReactNode {
  const { chat, composer } = useTexts()
  switch (message.type) {
    case 'text':
      return (
        <div className={styles.bubble}>
          <TextWithEmojis message={message} />
        </div>
      )
    case 'textV2':
      return (
        <div className={styles.bubble}>
          <TextWithSubstitutions message={message} />
        </div>
      )
    case 'image':
      return <ImageMessage message={message} />
    case 'video':
      return <VideoMessage message={message} />
    case 'audio':
      return <AudioMessage message={message} />
    case 'location':
      return <LocationMessage message={message} />
    case 'sticker': {
      const id = `${textOf(message.packageId)}/${textOf(message.stickerId)}`
      return <Placeholder icon="smile" title={composer.kinds.sticker} note={id} />
    }
    case 'file':
      return <Placeholder icon="file" title={composer.kinds.file} note={textOf(message.fileName)} />
    case 'unsent':
      return (
        <div className={styles.bubble}>
          <small className={styles.note}>{unsentNote}</small>
        </div>
      )
    case 'coupon':
      return <Placeholder icon="star" title={chat.coupon} note={textOf(message.couponId)} />
    case 'template':
      return <TemplateMessage message={message} />
    case 'flex':
      return isDrawable(message.contents) ? (
        <FlexMessage message={message} />
      ) : (
        <FallbackText message={message} />
      )
    case 'imagemap':
      return <ImagemapMessage message={message} />
    default:
      return <FallbackText message={message} />
  }
}

type BoundaryProps = { readonly children: ReactNode; readonly fallback: ReactNode }

/** Prevents a single broken message from crashing the whole panel. */
class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

/** Renders a message as LINE does, or its alternative text if rendering fails. */
export function MessageView({ message, unsentNote }: MessageViewProps) {
  return (
    <Boundary fallback={<FallbackText message={message} />}>
      <Content message={message} unsentNote={unsentNote} />
    </Boundary>
  )
}
