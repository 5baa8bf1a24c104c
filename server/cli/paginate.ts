/** Rows that are read at a time. */
export const PAGE = 2000

/**
 * Rows of a long table by pages in the order of their ids: little memory, and no statement that runs for minutes.
 * `read` gives the next rows after an id.
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
