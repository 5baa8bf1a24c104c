import { expect, test } from 'vitest'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'

/** Runs a transaction on a database that fails this many times before it succeeds. */
function failing(times: number, code: string) {
  const given = { attempts: 0 }
  const execute = async (run: (trx: unknown) => Promise<unknown>) => {
    given.attempts += 1
    if (given.attempts <= times) throw Object.assign(new Error('failed'), { code })
    return run(null)
  }
  const db = { isTransaction: false, transaction: () => ({ execute }) } as unknown as Db
  return { given, result: inTransaction(db, async () => 'done').catch(error => error.code) }
}

test.each([
  ['succeeds in the last of five attempts', 4, '40001', 'done', 5],
  ['is given up after five attempts', 99, '40001', '40001', 5],
  ['is repeated after a deadlock', 1, '40P01', 'done', 2],
  ['is not repeated after another error', 1, '23505', '23505', 1],
])('a transaction that conflicts with others %s', async (_, times, code, expected, attempts) => {
  const { given, result } = failing(times, code)
  expect([await result, given.attempts]).toEqual([expected, attempts])
})
