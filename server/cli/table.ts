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
