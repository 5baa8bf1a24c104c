import type { ReactNode } from 'react'
import { actionOf, nameOfAction } from '../actions.ts'
import { useChatTools } from '../chat-context.ts'
import { textOf } from '../fields.ts'
import { Picture } from '../picture.tsx'
import { TapArea } from '../tap-area.tsx'
import { Video } from '../video.tsx'
import { FlexBox, type NestedProps } from './box.tsx'
import styles from './flex.module.css'
import { type ComponentProps, gravityOf, placementOf } from './placement.ts'
import { aspectRatio, color, imageSize, textSize, word } from './sizes.ts'
import { FlexText } from './text.tsx'

function FlexButton({ component, parent }: ComponentProps) {
  const { tap } = useChatTools()
  const action = actionOf(component.action)
  const style = word(component.style, 'primary', 'secondary', 'link') ?? 'link'
  const own = color(component.color)
  return (
    <div className={styles.component} style={{ ...placementOf(component, parent), ...gravityOf(component) }}>
      <button
        type="button"
        className={styles.button}
        data-style={style}
        data-height={word(component.height, 'sm', 'md') ?? 'md'}
        data-fit={component.adjustMode === 'shrink-to-fit' || undefined}
        style={style === 'link' ? { color: own } : { backgroundColor: own }}
        disabled={action === null}
        onClick={() => {
          if (action !== null) tap(action)
        }}
      >
        <span>{action === null ? '' : nameOfAction(action)}</span>
      </button>
    </div>
  )
}

const ALIGN = { start: 'flex-start', center: 'center', end: 'flex-end' } as const

function FlexImage({ component, parent }: ComponentProps) {
  const align = word(component.align, 'start', 'center', 'end') ?? 'center'
  return (
    <div
      className={styles.component}
      style={{ ...placementOf(component, parent), ...gravityOf(component), alignItems: ALIGN[align] }}
    >
      <div className={styles.image} style={{ width: imageSize(component.size) ?? '100px' }}>
        <TapArea action={component.action} />
        <Picture
          url={component.url}
          style={{
            aspectRatio: aspectRatio(component.aspectRatio, '1 / 1'),
            objectFit: component.aspectMode === 'cover' ? 'cover' : 'contain',
            backgroundColor: color(component.backgroundColor),
          }}
        />
      </div>
    </div>
  )
}

/** Icons exist only in `baseline` boxes and are as tall as the adjacent text. */
function FlexIcon({ component, parent }: ComponentProps) {
  return (
    <div
      className={styles.icon}
      style={{ ...placementOf(component, parent), fontSize: textSize(component.size) ?? '16px' }}
    >
      <Picture
        url={component.url}
        style={{
          height: '1em',
          aspectRatio: aspectRatio(component.aspectRatio, '1 / 1'),
          objectFit: 'contain',
        }}
      />
    </div>
  )
}

function FlexVideo({ component, parent }: ComponentProps) {
  return (
    <div className={styles.component} style={placementOf(component, parent)}>
      <Video
        className={styles.video}
        url={component.url}
        preview={component.previewUrl}
        style={{ aspectRatio: aspectRatio(component.aspectRatio, '20 / 13') }}
      />
      <VideoLink action={component.action} />
    </div>
  )
}

function VideoLink({ action: value }: { readonly action: unknown }) {
  const { tap } = useChatTools()
  const action = actionOf(value)
  if (action === null || action.label === '') return null
  return (
    <button
      type="button"
      className={styles.button}
      data-style="link"
      data-height="sm"
      onClick={() => tap(action)}
    >
      <span>{action.label}</span>
    </button>
  )
}

function Separator({ component, parent }: ComponentProps) {
  return (
    <div
      className={styles.separator}
      data-in={parent.layout === 'vertical' ? 'column' : 'row'}
      style={{ ...placementOf(component, parent), backgroundColor: color(component.color) }}
    />
  )
}

/** Renders nothing for component types that LINE does not support. */
export function FlexComponent({ component, parent, depth }: NestedProps): ReactNode {
  const props = { component, parent }
  switch (textOf(component.type)) {
    case 'box':
      return <FlexBox box={component} parent={parent} depth={depth} render={FlexComponent} />
    case 'text':
      return <FlexText {...props} />
    case 'button':
      return <FlexButton {...props} />
    case 'image':
      return <FlexImage {...props} />
    case 'icon':
      return <FlexIcon {...props} />
    case 'video':
      return <FlexVideo {...props} />
    case 'separator':
      return <Separator {...props} />
    case 'filler':
      return <div style={placementOf(component, parent)} />
    default:
      return null
  }
}
