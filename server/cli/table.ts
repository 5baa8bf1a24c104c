import { bangkokMinute } from '#contract/rules.ts'

/** Rows as text in columns, each as wide as its widest cell. Thai vowels and tones above and below take no width. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map(row => widthOf(row[column] ?? ''))))
  return [head, ...rows].map(row =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}

const widthOf = (text: string): number => [...text].filter(sign => !/\p{Mn}/u.test(sign)).length

/** A moment as the organiser's clock in Bangkok shows it, `2026-11-20 12:00`. */
export function bangkokTime(ms: number): string {
  return bangkokMinute(ms).replace('T', ' ')
}
