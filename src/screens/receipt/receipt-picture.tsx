import { exampleOf, type ReceiptNoPlace, receiptNoPlaces } from '#contract/receipt-no-pattern.ts'
import type { Store } from '#contract/schema/master.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './receipt.module.css'

/** Centre of the number, and the y coordinate of the grey row that it replaces. */
const places: Readonly<Record<ReceiptNoPlace, readonly [x: 'left' | 'centre' | 'right', y: number]>> = {
  'top-left': ['left', 20],
  'top-right': ['right', 20],
  title: ['centre', 38],
  middle: ['left', 74],
  bottom: ['centre', 110],
}
const WIDTH = 200
const MARGIN = 14
/** Rows of a receipt: centre of the row, and the lengths of the bars at its left and right. */
const rows: readonly (readonly [y: number, left: number, right: number])[] = [
  [56, 84, 24],
  [74, 62, 30],
  [92, 74, 26],
]

/** Shows where a receipt of this chain has its number. Drawn from the list of stores, so it has no logo of the chain. */
export function ReceiptPicture({ store }: { readonly store: Store }) {
  const { t, f } = useText(receiptTexts)
  const place = receiptNoPlaces.find(one => one === store.receiptNoPlace)
  if (place === undefined) return null
  const [side, y] = places[place]
  const text = store.receiptNoPattern ? exampleOf(store.receiptNoPattern) : ''
  const width = Math.min(WIDTH - 2 * MARGIN, Math.max(60, text.length * 7 + 16))
  const centre = WIDTH / 2
  const x = side === 'left' ? MARGIN : side === 'right' ? WIDTH - MARGIN - width : centre - width / 2
  const chain = f.content(store.chain, store.chainEn)
  const bar = { height: 6, rx: 3, fill: 'var(--line)' } as const
  return (
    <svg
      className={css.picture}
      viewBox={`0 0 ${WIDTH} 132`}
      role="img"
      aria-label={t(`number.picture.${place}`, { chain })}
      focusable="false"
    >
      <path
        d="M2 2h196v124l-9.800 5-9.800-5-9.800 5-9.800-5-9.800 5-9.800-5-9.800 5-9.800-5-9.800 5-9.800-5-9.800 5-9.800-5-9.800 5-9.800-5-9.800 5-9.800-5-9.800 5-9.800-5-9.800 5-9.800-5z"
        fill="var(--surface)"
        stroke="var(--line)"
        strokeWidth="2"
      />
      {!place.startsWith('top') && <rect {...bar} x={centre - 42} y="14" width="84" height="9" />}
      {place.startsWith('top') && <rect {...bar} x={centre - 42} y="36" width="84" height="9" />}
      {rows
        .filter(([row]) => row !== y)
        .map(([row, left, right]) => (
          <g key={row}>
            <rect {...bar} x={MARGIN} y={row - 3} width={left} />
            <rect {...bar} x={WIDTH - MARGIN - right} y={row - 3} width={right} />
          </g>
        ))}
      <rect
        x={x}
        y={y - 10}
        width={width}
        height="20"
        rx="6"
        fill="var(--accent-soft)"
        stroke="var(--accent-text)"
        strokeWidth="1.500"
      />
      <text
        x={x + width / 2}
        y={y + 4}
        textAnchor="middle"
        fontSize="12"
        fontWeight="700"
        fill="var(--accent-text)"
      >
        {text}
      </text>
    </svg>
  )
}
