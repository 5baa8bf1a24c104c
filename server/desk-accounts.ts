import type { DeskPersonTable } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'

type Account = Pick<DeskPersonTable, 'id' | 'given_by'>

/** Returns the ids of those who gave the access: none for the command line, one manager, or two. Null if that is not known. */
export const giversOf = ({ given_by }: Pick<Account, 'given_by'>): readonly string[] | null =>
  given_by === null ? null : (JSON.parse(given_by) as string[])

const gaveAlone = (giver: Pick<Account, 'id'>, account: Pick<Account, 'given_by'>): boolean => {
  const givers = giversOf(account)
  return givers?.length === 1 && givers[0] === giver.id
}

/**
 * True if one person may have both accounts: they are the same account, or a manager with one of them alone gave the access of
 * the other, and could have kept the link. Access that two managers or the command line gave does not count.
 */
export const mayBeOnePerson = (a: Account, b: Account): boolean =>
  a.id === b.id || gaveAlone(a, b) || gaveAlone(b, a)

/**
 * Returns a function that gives the ids of all accounts that may be one person's with an account, this one included. A user of
 * the command line has no account, and is nobody else.
 */
export async function readOnePerson(db: Db): Promise<(id: string) => ReadonlySet<string>> {
  const accounts = await db.selectFrom('desk_person').select(['id', 'given_by']).execute()
  return id => {
    const own = accounts.find(account => account.id === id)
    const others = own ? accounts.filter(account => mayBeOnePerson(own, account)) : []
    return new Set([id, ...others.map(account => account.id)])
  }
}
