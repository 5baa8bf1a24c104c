import * as v from 'valibot'
import { useParams } from 'wouter'
import { uuid } from '#contract/schema/common.ts'
import { NotFoundPage } from '#src/ui/not-found-page.tsx'
import { EditReceipt } from './edit-receipt.tsx'
import { NewReceipt } from './new-receipt.tsx'

/**
 * Shows the form for a new receipt at `/receipt`, or a receipt that was sent before at `/receipt/{id}` (spec S2).
 */
export default function ReceiptScreen() {
  const { id } = useParams<{ id?: string }>()
  if (id === undefined) return <NewReceipt />
  // Receipt ids are UUIDs, so any other id means that the address is wrong.
  return v.is(uuid, id) ? <EditReceipt key={id} id={id} /> : <NotFoundPage />
}
