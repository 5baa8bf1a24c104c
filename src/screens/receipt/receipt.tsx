import { useParams } from 'wouter'
import { EditReceipt } from './edit-receipt.tsx'
import { NewReceipt } from './new-receipt.tsx'

/** A new receipt at `/receipt`, one that was sent before at `/receipt/{id}` (S2). */
export default function ReceiptScreen() {
  const { id } = useParams<{ id?: string }>()
  return id === undefined ? <NewReceipt /> : <EditReceipt key={id} id={id} />
}
