import type { DeskHandler } from '../handler.ts'
import { readSetUp } from '../set-up/state.ts'

export const handler: DeskHandler<'setUp'> = ({ db, deps, now }) => readSetUp(db, deps.advertised, now)
