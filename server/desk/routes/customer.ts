import { viewCustomer } from '../customers/card.ts'
import { opened } from '../customers/open.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'customer'> = async call => {
  const row = await opened(call)
  return viewCustomer({ db: call.db, dialect: call.deps.dialect }, row, call.now)
}
