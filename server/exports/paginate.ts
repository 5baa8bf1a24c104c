export const PAGE = 2000

/**
 * Yields the rows of a large table page by page, in index order, to save memory and avoid long queries. `read` returns
 * at most `limit` rows after the row `last`, which is null for the first page.
 */
export async function* paginate<T>(
  read: (last: T | null, limit: number) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  let last: T | null = null
  for (;;) {
    const rows: readonly T[] = await read(last, PAGE)
    yield* rows
    last = rows.at(-1) ?? null
    if (rows.length < PAGE) return
  }
}
