import * as v from 'valibot'
import { defineDeskCall } from '#contract/define-call.ts'
import { noteText } from '#contract/desk/written.ts'
import { uuid } from '#contract/schema/common.ts'

export const call = defineDeskCall({
  method: 'POST',
  path: '/desk-api/customers/:id/notes',
  who: 'customers-change',
  params: v.strictObject({ id: uuid }),
  /** The page makes `noteId`, so that a repeated call adds the note once. */
  body: v.strictObject({ noteId: uuid, text: noteText }),
  answer: v.strictObject({}),
  summary: 'Adds a note about a customer for the team.',
})
