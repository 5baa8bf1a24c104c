import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/store/tables.ts'
import type { ListedTicket } from './entries.ts'

const PAGE = 10_000

type Row = Pick<ListedTicket, 'ticketNo' | 'customerId' | 'no'>

const textOf = ({ ticketNo, customerId, no }: Row): string => `${ticketNo} ${customerId} ${no ?? ''}\n`

/**
 * Creates a digest of a list's rows, to detect later changes in the table. Much faster than the published hash, because
 * the database builds the text.
 */
export function createDigest() {
  const hash = createHash('sha256')
  return {
    add: (row: Row): void => void hash.update(textOf(row)),
    end: (): string => hash.digest('hex'),
  }
}

/** Returns a digest of the draw's current list. Calls `turn` after each page. */
export async function digestOf(db: Db, drawId: string, turn: () => unknown): Promise<string> {
  const hash = createHash('sha256')
  let last = ''
  for (;;) {
    const page = db
      .selectFrom('draw_entry')
      .select(['ticket_id', 'customer_id', 'no'])
      .where('draw_id', '=', drawId)
      .where('ticket_id', '>', last)
      .orderBy('ticket_id')
      .limit(PAGE)
    const { text, upto, count } = await db
      .selectFrom(page.as('page'))
      .select(eb => [
        sql<string | null>`string_agg(
          ticket_id || ' ' || customer_id || ' ' || coalesce(cast(no as text), '') || ${'\n'}, '' order by ticket_id)`.as(
          'text',
        ),
        eb.fn.max('ticket_id').as('upto'),
        eb.fn.countAll<number>().as('count'),
      ])
      .executeTakeFirstOrThrow()
    hash.update(text ?? '')
    await turn()
    if (Number(count) < PAGE) return hash.digest('hex')
    last = upto
  }
}
