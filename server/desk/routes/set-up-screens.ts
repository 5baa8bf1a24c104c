import type { DeskHandler } from '../handler.ts'
import { customerScreens } from '../set-up/screens.ts'

export const handler: DeskHandler<'setUpScreens'> = ({ db, deps, now }) =>
  customerScreens({ db, receiptReader: deps.receiptReader, now })
