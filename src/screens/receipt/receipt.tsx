import { useEffect } from 'react'
import * as v from 'valibot'
import { useParams } from 'wouter'
import { uuid } from '#contract/schema/common.ts'
import { useApp } from '#src/app-context.ts'
import { NotFoundPage } from '#src/ui/not-found-page.tsx'
import { NotOffered } from '#src/ui/not-offered.tsx'
import { Page } from '#src/ui/page.tsx'
import { useText } from '#src/ui/use-text.ts'
import { EditReceipt } from './edit-receipt.tsx'
import { NewReceipt } from './new-receipt.tsx'

/** The form for a new receipt at `/receipt` (spec S2), or for a correction at `/receipt/{id}/edit`. */
export default function ReceiptScreen() {
  const { receipts } = useApp()
  const { t } = useText()
  const { id } = useParams<{ id?: string }>()
  useEffect(() => {
    // The history shows whether the server accepts receipts, and which ones it already has. It is not loaded yet if the
    // app was opened at this screen.
    if (receipts.history.peek().state === 'empty') void receipts.load()
  }, [receipts])
  if (!receipts.offered.value)
    return (
      <Page title={t('receipt.title')}>
        <NotOffered />
      </Page>
    )
  if (id === undefined) return <NewReceipt />
  return v.is(uuid, id) ? <EditReceipt key={id} id={id} /> : <NotFoundPage />
}
