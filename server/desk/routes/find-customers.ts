import { findCustomers } from '../customers/find.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'findCustomers'> = async ({ db, deps, body }) =>
  findCustomers({ db, dialect: deps.dialect }, body.text)
