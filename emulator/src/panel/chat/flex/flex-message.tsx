import type { CSSProperties, ReactNode } from 'react'
import { type Fields, fieldsOf } from '../../../fields.ts'
import { useTexts } from '../../language/use-texts.tsx'
import { drawEach } from '../draw-each.ts'
import { listOf, textOf } from '../fields.ts'
import { Slider } from '../scroll-region.tsx'
import { TapArea } from '../tap-area.tsx'
import { FlexBox, sides } from './box.tsx'
import { FlexComponent } from './component.tsx'
import styles from './flex.module.css'
import { BUBBLE_WIDTHS, color, word } from './sizes.ts'

const BLOCKS = ['header', 'hero', 'body', 'footer'] as const
type Block = (typeof BLOCKS)[number]

const padding = (top: number, start: number, bottom: number) => sides(`${top}px`, `${start}px`, `${bottom}px`)

/**
 * Returns a block's default padding, measured in LINE's Flex Message Simulator. It depends on the bubble's size and on
 * whether a footer follows the body.
 */
function paddingOf(block: Block, size: string, hasFooter: boolean): CSSProperties {
  if (block === 'hero') return {}
  if (block === 'footer') return padding(10, 10, 10)
  const bottomOf = (usual: number, beforeFooter: number) =>
    block === 'body' && hasFooter ? beforeFooter : usual
  switch (size) {
    case 'nano':
    case 'micro':
      return padding(10, 10, 10)
    case 'deca':
    case 'hecto':
      return padding(11, 14, bottomOf(13, 17))
    case 'kilo':
      return padding(13, 13, bottomOf(13, 17))
    default:
      return padding(block === 'body' ? 19 : 20, 20, bottomOf(20, 10))
  }
}

/** The blocks form a column. In a carousel, the body takes up the remaining height. */
const COLUMN = { layout: 'vertical', first: true, gap: undefined } as const

function BubbleBlock({ block, bubble, size }: { block: Block; bubble: Fields; size: string }) {
  const component = fieldsOf(bubble[block])
  const { backgroundColor, separator, separatorColor } = fieldsOf(fieldsOf(bubble.styles)[block])
  const isFirst = BLOCKS.find(each => bubble[each] !== undefined) === block
  return (
    <div
      className={styles.block}
      data-block={block}
      style={{
        backgroundColor: color(backgroundColor),
        // A separator above the first block would touch the bubble's edge.
        ...(separator === true && !isFirst
          ? { borderTop: `1px solid ${color(separatorColor) ?? '#d4d6da'}` }
          : {}),
      }}
    >
      {component.type === 'box' ? (
        <FlexBox
          box={{ ...component, flex: block === 'body' ? 1 : 0 }}
          parent={COLUMN}
          padding={paddingOf(block, size, bubble.footer !== undefined)}
          depth={0}
          render={FlexComponent}
        />
      ) : (
        <FlexComponent component={component} parent={COLUMN} depth={0} />
      )}
    </div>
  )
}

function Bubble({ bubble, width = '100%' }: { readonly bubble: Fields; readonly width?: string }) {
  const size = word(bubble.size, ...Object.keys(BUBBLE_WIDTHS)) ?? 'mega'
  return (
    <div
      className={styles.bubble}
      data-size={size}
      dir={bubble.direction === 'rtl' ? 'rtl' : 'ltr'}
      style={{ width, maxWidth: `${BUBBLE_WIDTHS[size]}px` }}
    >
      <TapArea action={bubble.action} />
      {BLOCKS.map(
        block =>
          bubble[block] !== undefined && (
            <BubbleBlock key={block} block={block} bubble={bubble} size={size} />
          ),
      )}
    </div>
  )
}

const hasBlock = (bubble: Fields): boolean => BLOCKS.some(block => bubble[block] !== undefined)

/** True for a bubble with at least one block, or a carousel of such bubbles. */
export function isDrawable(contents: unknown): boolean {
  const container = fieldsOf(contents)
  const bubbles = container.type === 'carousel' ? listOf(container.contents) : [container]
  return bubbles.length > 0 && bubbles.every(bubble => bubble.type === 'bubble' && hasBlock(bubble))
}

export function FlexMessage({ message }: { readonly message: Fields }): ReactNode {
  const { chat } = useTexts()
  const container = fieldsOf(message.contents)
  if (container.type !== 'carousel') return <Bubble bubble={container} />
  return (
    <Slider name={textOf(message.altText) || chat.carousel}>
      {drawEach(listOf(container.contents), bubble => (
        <Bubble bubble={bubble} width="80%" />
      ))}
    </Slider>
  )
}
