/** Number of rows per query. */
export const PAGE = 2000

/**
 * Yields the rows of a large table in the order of their ids, page by page, to use little memory and avoid long
 * queries. `read` returns the rows after an id.
 */
export async function* paginate<T extends { id: string }>(
  read: (after: string, limit: number) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  let after = ''
  for (;;) {
    const rows = await read(after, PAGE)
    yield* rows
    after = rows.at(-1)?.id ?? ''
    if (rows.length < PAGE) return
  }
}
