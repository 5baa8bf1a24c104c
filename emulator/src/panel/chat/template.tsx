import type { ReactNode } from 'react'
import { type Fields, fieldsOf } from '../../fields.ts'
import { useTexts } from '../language/use-texts.tsx'
import { actionOf, nameOfAction } from './actions.ts'
import { useChatTools } from './chat-context.ts'
import { drawEach } from './draw-each.ts'
import { listOf, textOf } from './fields.ts'
import { Picture } from './picture.tsx'
import { Slider } from './scroll-region.tsx'
import { TapArea } from './tap-area.tsx'
import styles from './template.module.css'

function ActionButton({ value }: { readonly value: unknown }) {
  const { tap } = useChatTools()
  const action = actionOf(value)
  if (action === null) return null
  return (
    <button type="button" className={styles.button} onClick={() => tap(action)}>
      {nameOfAction(action)}
    </button>
  )
}

function Buttons({ actions }: { readonly actions: unknown }) {
  return drawEach(listOf(actions), action => <ActionButton value={action} />)
}

/** All columns of a carousel use the same picture shape. */
type Shape = { readonly imageAspectRatio?: unknown; readonly imageSize?: unknown }

function Card({ card, shape }: { readonly card: Fields; readonly shape: Shape }) {
  const title = textOf(card.title)
  const color = /^#[0-9a-f]{6}$/i.test(textOf(card.imageBackgroundColor))
    ? textOf(card.imageBackgroundColor)
    : '#fff'
  return (
    <div className={styles.card}>
      <div className={styles.content}>
        <TapArea action={card.defaultAction} />
        {textOf(card.thumbnailImageUrl) !== '' && (
          <Picture
            url={card.thumbnailImageUrl}
            className={styles.thumbnail}
            style={{
              aspectRatio: shape.imageAspectRatio === 'square' ? '1' : '1.51',
              objectFit: shape.imageSize === 'contain' ? 'contain' : 'cover',
              backgroundColor: color,
            }}
          />
        )}
        <div className={styles.text}>
          {title !== '' && <strong>{title}</strong>}
          <p>{textOf(card.text)}</p>
        </div>
      </div>
      <Buttons actions={card.actions} />
    </div>
  )
}

function Confirm({ template }: { readonly template: Fields }) {
  return (
    <div className={styles.card}>
      <div className={styles.text}>
        <p>{textOf(template.text)}</p>
      </div>
      <div className={styles.pair}>
        <Buttons actions={template.actions} />
      </div>
    </div>
  )
}

function ImageColumn({ column }: { readonly column: Fields }) {
  const label = textOf(fieldsOf(column.action).label)
  return (
    <div className={styles.imageColumn}>
      <TapArea action={column.action} />
      <Picture url={column.imageUrl} className={styles.square} />
      {label !== '' && <span className={styles.label}>{label}</span>}
    </div>
  )
}

export function TemplateMessage({ message }: { readonly message: Fields }): ReactNode {
  const { chat } = useTexts()
  const template = fieldsOf(message.template)
  switch (template.type) {
    case 'buttons':
      return <Card card={template} shape={template} />
    case 'confirm':
      return <Confirm template={template} />
    case 'carousel':
    case 'image_carousel':
      return (
        <Slider name={textOf(message.altText) || chat.carousel}>
          {drawEach(listOf(template.columns), column =>
            template.type === 'carousel' ? (
              <Card card={column} shape={template} />
            ) : (
              <ImageColumn column={column} />
            ),
          )}
        </Slider>
      )
    default:
      return textOf(message.altText)
  }
}
