import { SqliteAdapter, sql } from 'kysely'
import { expand } from './define.ts'

/**
 * Uses a counter for SQLite's ticket numbers. The largest number plus one would reuse a number if someone deleted the
 * newest tickets by hand. PostgreSQL's sequence never goes back.
 */
export const ticketCounter = expand(10, 'ticket counter', {}, async db => {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  await sql`create table ticket_counter (last integer not null)`.execute(db)
  await sql`insert into ticket_counter select coalesce(max(no), 0) from ticket`.execute(db)
  await sql`drop trigger ticket_no`.execute(db)
  await sql`
      create trigger ticket_no after insert on ticket when new.no is null
      begin
        update ticket_counter set last = last + 1;
        update ticket set no = (select last from ticket_counter) where id = new.id;
      end`.execute(db)
})
