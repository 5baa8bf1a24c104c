import { findCustomer as find } from '#server/identity/find-customer.ts'
import type { CustomerRow } from '#server/identity/profile.ts'
import type { Db } from '#server/store/tables.ts'
import { CliError } from './verb.ts'

export const CUSTOMER_USAGE = 'ID|PHONE|LINE-ID'
export const identifierHelp = 'Give the customer’s id, phone number (0812345678) or LINE user id (U…).'

/** Finds a customer by id, phone number or LINE user id. Throws CliError if there is no match. */
export async function findCustomer(db: Db, name: string): Promise<CustomerRow> {
  const row = await find(db, name)
  if (!row) throw new CliError(`${name}: no such customer`)
  return row
}
