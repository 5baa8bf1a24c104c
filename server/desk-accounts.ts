import type { DeskPersonTable } from '#server/store/desk-tables.ts'
import type { Db } from '#server/store/tables.ts'

type Account = Pick<DeskPersonTable, 'id' | 'given_by'>

/** Ids of the one or two managers who gave the access; empty if it came from the command line, null if unknown. */
export const giversOf = ({ given_by }: Pick<Account, 'given_by'>): readonly string[] | null =>
  given_by === null ? null : (JSON.parse(given_by) as string[])

const gaveAlone = (giver: Pick<Account, 'id'>, account: Pick<Account, 'given_by'>): boolean => {
  const givers = giversOf(account)
  return givers?.length === 1 && givers[0] === giver.id
}

/**
 * Returns true if both accounts are the same, or if one alone gave the other its access and could have kept the
 * invitation link.
 */
export const mayBeOnePerson = (a: Account, b: Account): boolean =>
  a.id === b.id || gaveAlone(a, b) || gaveAlone(b, a)

/** Returns a function that maps an account to all accounts that may belong to the same person, including itself. */
export async function readOnePerson(db: Db): Promise<(id: string) => ReadonlySet<string>> {
  const accounts = await db.selectFrom('desk_person').select(['id', 'given_by']).execute()
  return id => {
    const own = accounts.find(account => account.id === id)
    const others = own ? accounts.filter(account => mayBeOnePerson(own, account)) : []
    return new Set([id, ...others.map(account => account.id)])
  }
}
