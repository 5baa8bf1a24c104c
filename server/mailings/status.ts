import type { Db, Tables } from '#server/store/tables.ts'
import { kindsOf } from './audience.ts'

type Mailing = Tables['mailing']
type State = Tables['message']['state']

export type MailingStatus = Pick<Mailing, 'kind' | 'subject' | 'state' | 'due_at' | 'enqueued'> & {
  readonly messages: Readonly<Record<State, number>>
}

const none: Readonly<Record<State, number>> = { waiting: 0, held: 0, sent: 0, dropped: 0, dead: 0 }

export async function mailingStatus(db: Db): Promise<MailingStatus[]> {
  const mailings = await db.selectFrom('mailing').selectAll().orderBy('created_at', 'desc').execute()
  const found: MailingStatus[] = []
  for (const { kind, subject, state, due_at, enqueued } of mailings) {
    const counts = await db
      .selectFrom('message')
      .select(eb => ['state', eb.fn.countAll<number>().as('count')])
      .where('kind', 'in', [...kindsOf[kind]])
      .where('subject', '=', subject)
      .groupBy('state')
      .execute()
    const messages = { ...none, ...Object.fromEntries(counts.map(row => [row.state, Number(row.count)])) }
    found.push({ kind, subject, state, due_at, enqueued, messages })
  }
  return found
}

export const newestMailing = (db: Db, kind: Mailing['kind']): Promise<Mailing | undefined> =>
  db
    .selectFrom('mailing')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
