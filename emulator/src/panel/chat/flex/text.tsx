import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import type { Fields } from '../../../fields.ts'
import { drawEach } from '../draw-each.ts'
import { listOf, numberOf, textOf } from '../fields.ts'
import { TapArea } from '../tap-area.tsx'
import styles from './flex.module.css'
import { type ComponentProps, gravityOf, placementOf } from './placement.ts'
import { color, extent, textSize, word } from './sizes.ts'

/** Minimum font size, in pixels, to which LINE shrinks text that does not fit. */
const SMALLEST = 9

function fontOf({ size, color: ink, weight, style, decoration }: Fields): CSSProperties {
  return {
    fontSize: textSize(size),
    color: color(ink),
    fontWeight: word(weight, 'regular', 'bold') === 'bold' ? 'bold' : undefined,
    fontStyle: word(style, 'normal', 'italic'),
    textDecoration: word(decoration, 'none', 'underline', 'line-through'),
  }
}

function useShrinking(shrinks: boolean) {
  const text = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const { current } = text
    if (!shrinks || current === null) return
    let size = Number.parseFloat(getComputedStyle(current).fontSize)
    while (size > SMALLEST && current.scrollWidth > current.clientWidth) {
      size -= 1
      current.style.fontSize = `${size}px`
    }
  }, [shrinks])
  return text
}

/** Without `wrap`, the text is a single line that ends with an ellipsis. */
export function FlexText({ component, parent }: ComponentProps) {
  const { wrap, maxLines, lineSpacing, align, contents, action, adjustMode } = component
  const spans = listOf(contents)
  const most = numberOf(maxLines) ?? 0
  const clamp = wrap === true && most > 0
  const ref = useShrinking(adjustMode === 'shrink-to-fit' && wrap !== true)
  const spacing = extent(lineSpacing)
  return (
    <div className={styles.component} style={{ ...placementOf(component, parent), ...gravityOf(component) }}>
      <TapArea action={action} name={textOf(component.text)} />
      <p
        ref={ref}
        className={styles.text}
        data-wrap={wrap === true || undefined}
        data-clamp={clamp || undefined}
        style={{
          ...fontOf({ size: 'md', ...component }),
          textAlign: word(align, 'start', 'center', 'end'),
          ...(clamp ? { WebkitLineClamp: most } : {}),
          ...(spacing === undefined ? {} : { lineHeight: `calc(1.4em + ${spacing})` }),
        }}
      >
        {spans.length > 0
          ? drawEach(spans, span => <span style={fontOf(span)}>{textOf(span.text)}</span>)
          : textOf(component.text)}
      </p>
    </div>
  )
}
