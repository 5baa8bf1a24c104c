import { SqliteAdapter, sql } from 'kysely'
import { type Db, expand } from './define.ts'

/** Number of tickets per statement. A single statement for a large campaign would exceed PostgreSQL's timeout. */
const STEP = 50_000

/**
 * Gives every ticket a sequential number, shown as `FF-004512-5`. The database assigns the number, so that servers of
 * the previous release can still insert tickets. Sealed lists get no numbers, because their hash is public.
 */
export const ticketNumbers = expand(
  7,
  'ticket-numbers',
  { columns: { ticket: { no: 'integer?' }, draw_entry: { no: 'integer?' } } },
  async db => {
    await db.schema
      .alterTable('campaign')
      .addColumn('ticket_prefix', 'text', column => column.notNull().defaultTo('FF'))
      .execute()
    const last = await numberTickets(db)
    await db.schema.createIndex('ticket_no_key').unique().on('ticket').column('no').execute()
    if (db.getExecutor().adapter instanceof SqliteAdapter) await assignInSqlite(db)
    else await assignInPostgres(db, last + 1)
  },
)

/** Numbers the existing tickets in order of id, which is the order of their creation. Returns the last number. */
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
 * SQLite has only one writer at a time, so it is safe to use the largest number plus one. The trigger skips copied and
 * restored rows, which already have numbers.
 */
async function assignInSqlite(db: Db): Promise<void> {
  await sql`
    create trigger ticket_no after insert on ticket when new.no is null
    begin
      update ticket set no = (select coalesce(max(no), 0) + 1 from ticket) where id = new.id;
    end`.execute(db)
}

/** A sequence is not locked until the commit, so concurrent approvals do not block each other. */
async function assignInPostgres(db: Db, first: number): Promise<void> {
  await sql`create sequence ticket_no_seq as integer owned by ticket.no`.execute(db)
  await sql`select setval('ticket_no_seq', ${first}, false)`.execute(db)
  await sql`alter table ticket alter column no set default nextval('ticket_no_seq')`.execute(db)
}
