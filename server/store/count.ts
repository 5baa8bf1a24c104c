import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** How many rows a query finds, whatever it selects. */
export async function countOf<T extends keyof Tables, O>(
  query: SelectQueryBuilder<Tables, T, O>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
