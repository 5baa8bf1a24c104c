import { useCallback, useRef, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import type { ReceiptDraft } from '#src/state/types.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Page } from '#src/ui/page.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReading } from '#src/ui/use-reading.ts'
import { useText } from '#src/ui/use-text.ts'
import { ReceiptForm } from './receipt-form.tsx'
import { touched } from './receipt-form-draft.ts'

/** Sending a receipt. What was begun before, also before the camera reloaded the page, is still there. */
export function NewReceipt() {
  const { receipts } = useApp()
  const { t } = useText()
  const [start, setStart] = useState<ReceiptDraft | null>(null)
  const [kept, setKept] = useState(false)
  /** Its form may still have something to keep when it goes, and a photo that is made ready after that. */
  const dropped = useRef<string | null>(null)
  const read = useCallback(
    async (wanted: () => boolean) => {
      const draft = await receipts.loadDraft(null)
      if (!wanted()) return
      setKept(draft !== null && touched(draft))
      setStart(draft ?? receipts.newDraft())
    },
    [receipts],
  )
  useReading(read)

  function restart() {
    dropped.current = start?.id ?? null
    setKept(false)
    setStart(receipts.newDraft())
    void receipts.dropDraft(null)
  }

  return (
    <Page title={t('receipt.title')}>
      {kept && (
        <Notice
          severity="info"
          title={t('receipt.draftKept')}
          action={
            <Button small kind="secondary" onClick={restart}>
              {t('receipt.draftDrop')}
            </Button>
          }
        />
      )}
      {start === null ? (
        <SkeletonList />
      ) : (
        <ReceiptForm
          key={start.id}
          start={start}
          draftOf={null}
          dropped={() => dropped.current === start.id}
        />
      )}
    </Page>
  )
}
