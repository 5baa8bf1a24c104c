import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** Counts the rows of a query. The columns that the query selects do not matter. */
export async function countOf<T extends keyof Tables, O>(
  query: SelectQueryBuilder<Tables, T, O>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
