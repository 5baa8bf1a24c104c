import { sectionOf } from '#contract/desk/set-up.ts'
import type { DeskBody } from '#contract/desk-calls.ts'
import { DeskError } from '../errors.ts'
import type { Around } from './plan.ts'
import { versionOfPart } from './state.ts'

export type Body = DeskBody<'previewSetUp'>

/** Throws CHANGED if someone has changed this part since the person loaded it. */
export async function requireSeen({ db, campaign }: Around, { change, seen }: Body): Promise<void> {
  if ((await versionOfPart(db, campaign, sectionOf[change.kind])) !== seen) throw new DeskError('CHANGED')
}
