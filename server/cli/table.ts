/** Formats rows as aligned text columns. Thai vowels and tone marks above or below a letter have no width. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map(row => widthOf(row[column] ?? ''))))
  return [head, ...rows].map(row =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}

const widthOf = (text: string): number => [...text].filter(char => !/\p{Mn}/u.test(char)).length
