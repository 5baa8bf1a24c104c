import type { ComponentType, CSSProperties, ReactNode } from 'react'
import { type Fields, fieldsOf } from '../../../fields.ts'
import { drawEach } from '../draw-each.ts'
import { listOf, textOf } from '../fields.ts'
import { TapArea } from '../tap-area.tsx'
import styles from './flex.module.css'
import { type ComponentProps, type Parent, placementOf, sizeOf } from './placement.ts'
import { borderWidth, color, distance, word } from './sizes.ts'

/** Maximum nesting of boxes. LINE's size limit allows more, but rendering it could exhaust the stack. */
const MAX_DEPTH = 60

function gradientOf(value: unknown): string | undefined {
  const { type, angle, startColor, centerColor, centerPosition, endColor } = fieldsOf(value)
  const [start, center, end] = [color(startColor), color(centerColor), color(endColor)]
  const degrees = /^\d+(\.\d+)?deg$/.exec(textOf(angle))?.[0]
  if (type !== 'linearGradient' || start === undefined || end === undefined || !degrees) return undefined
  const position = /^\d+(\.\d+)?%$/.exec(textOf(centerPosition))?.[0] ?? '50%'
  const middle = center === undefined ? '' : `, ${center} ${position}`
  return `linear-gradient(${degrees}, ${start}${middle}, ${end})`
}

export function sides(top: string, start: string, bottom: string): CSSProperties {
  return {
    paddingBlockStart: top,
    paddingBlockEnd: bottom,
    paddingInlineStart: start,
    paddingInlineEnd: start,
  }
}

/** `usual` is the default padding of the bubble's block. */
function paddingOf(box: Fields, usual: CSSProperties): CSSProperties {
  const all = distance(box.paddingAll)
  return {
    ...(all === undefined ? usual : sides(all, all, all)),
    ...definedOf({
      paddingBlockStart: distance(box.paddingTop),
      paddingBlockEnd: distance(box.paddingBottom),
      paddingInlineStart: distance(box.paddingStart),
      paddingInlineEnd: distance(box.paddingEnd),
    }),
  }
}

/** Removes undefined fields, because they would override earlier values. */
function definedOf(given: CSSProperties): CSSProperties {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function frameOf({ borderWidth: width, borderColor, cornerRadius }: Fields): CSSProperties {
  const border = borderWidth(width)
  return {
    ...(border === undefined ? {} : { borderWidth: border, borderColor: color(borderColor) ?? '#000000' }),
    borderRadius: distance(cornerRadius),
  }
}

const JUSTIFY = ['center', 'flex-start', 'flex-end', 'space-between', 'space-around', 'space-evenly'] as const

export type NestedProps = ComponentProps & { readonly depth: number }

type FlexBoxProps = {
  readonly box: Fields
  readonly parent: Parent
  readonly padding?: CSSProperties
  readonly depth: number
  /** Passed as a prop to avoid an import cycle. */
  readonly render: ComponentType<NestedProps>
}

export function FlexBox({ box, parent, padding = {}, depth, render: Nested }: FlexBoxProps): ReactNode {
  const layout = word(box.layout, 'horizontal', 'vertical', 'baseline') ?? 'vertical'
  const gap = distance(box.spacing)
  const components = depth > MAX_DEPTH ? [] : listOf(box.contents)
  return (
    <div
      className={styles.box}
      data-layout={layout}
      style={{
        ...placementOf(box, parent),
        ...sizeOf(box),
        ...paddingOf(box, padding),
        ...frameOf(box),
        backgroundColor: color(box.backgroundColor),
        backgroundImage: gradientOf(box.background),
        justifyContent: word(box.justifyContent, ...JUSTIFY),
        ...(layout === 'baseline'
          ? {}
          : { alignItems: word(box.alignItems, 'center', 'flex-start', 'flex-end') }),
      }}
    >
      <TapArea action={box.action} />
      {drawEach(components, (component, at) => (
        <Nested component={component} parent={{ layout, first: at === 0, gap }} depth={depth + 1} />
      ))}
    </div>
  )
}
