import { SqliteAdapter, sql } from 'kysely'
import type { Db, Migration } from './define.ts'

/** Tickets numbered per statement, so that no statement on a large campaign exceeds PostgreSQL's timeout. */
const STEP = 50_000

/**
 * Gives every ticket a running number, which people see as `FF-004512-5`. The database assigns the number, so servers of
 * the previous release, which insert tickets without it, work too. Numbers can have gaps and are never used twice,
 * because tickets are never deleted. Sealed lists get a column for the number; lists sealed before stay without it,
 * because their hash is public.
 */
export const ticketNumbers: Migration = {
  version: 7,
  name: 'ticket-numbers',
  kind: 'expand',
  async up(db) {
    await db.schema.alterTable('ticket').addColumn('no', 'integer').execute()
    await db.schema.alterTable('draw_entry').addColumn('no', 'integer').execute()
    await db.schema
      .alterTable('campaign')
      .addColumn('ticket_prefix', 'text', column => column.notNull().defaultTo('FF'))
      .execute()
    const last = await numberTickets(db)
    await db.schema.createIndex('ticket_no_key').unique().on('ticket').column('no').execute()
    if (db.getExecutor().adapter instanceof SqliteAdapter) await assignInSqlite(db)
    else await assignInPostgres(db, last + 1)
  },
}

/** Numbers the existing tickets in the order of their ids, which is the order of their creation. Returns the last number. */
async function numberTickets(db: Db): Promise<number> {
  let last = 0
  let after = ''
  for (;;) {
    const page = db.selectFrom('ticket').select('id').where('id', '>', after).orderBy('id').limit(STEP)
    const upper = await db
      .selectFrom(page.as('page'))
      .select(eb => [eb.fn.max('id').as('id'), eb.fn.countAll<number>().as('count')])
      .executeTakeFirstOrThrow()
    if (Number(upper.count) === 0) return last
    await sql`
      update ticket set no = numbered.no
      from (
        select id, cast(${last} as integer) + row_number() over (order by id) as no from ticket
        where id > ${after} and id <= ${upper.id}
      ) as numbered
      where ticket.id = numbered.id`.execute(db)
    last += Number(upper.count)
    after = upper.id
  }
}

/**
 * SQLite has one writer at a time, so the next number is the largest plus one. The trigger runs inside the insert. It
 * does not run for a copied or restored row that already has its number.
 */
async function assignInSqlite(db: Db): Promise<void> {
  await sql`
    create trigger ticket_no after insert on ticket when new.no is null
    begin
      update ticket set no = (select coalesce(max(no), 0) + 1 from ticket) where id = new.id;
    end`.execute(db)
}

/** A sequence takes no lock until the commit, so concurrent approvals do not wait for each other. */
async function assignInPostgres(db: Db, first: number): Promise<void> {
  await sql`create sequence ticket_no_seq as integer owned by ticket.no`.execute(db)
  await sql`select setval('ticket_no_seq', ${first}, false)`.execute(db)
  await sql`alter table ticket alter column no set default nextval('ticket_no_seq')`.execute(db)
}
