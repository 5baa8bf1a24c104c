import { useCallback, useRef, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import type { ReceiptDraft } from '#src/state/types.ts'
import { Notice } from '#src/ui/notice.tsx'
import { Page } from '#src/ui/page.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useLoad } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import { ReceiptForm } from './receipt-form.tsx'
import { touched } from './receipt-form-draft.ts'

/** Restores a saved draft, for example if using the camera made the phone reload the page. */
export function NewReceipt() {
  const { receipts } = useApp()
  const { t } = useText()
  const [start, setStart] = useState<ReceiptDraft | null>(null)
  const [restored, setRestored] = useState(false)
  /** Id of the discarded draft, which the form may still try to save on unmount or when a photo is ready. */
  const dropped = useRef<string | null>(null)
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      const draft = await receipts.loadDraft(null)
      if (!isCurrent()) return
      setRestored(draft !== null && touched(draft))
      setStart(draft ?? receipts.newDraft())
    },
    [receipts],
  )
  useLoad(load)

  function restart() {
    dropped.current = start?.id ?? null
    setRestored(false)
    setStart(receipts.newDraft())
    void receipts.deleteDraft(null)
  }

  return (
    <Page title={t('receipt.title')}>
      {restored && (
        <Notice
          severity="info"
          title={t('receipt.draftKept')}
          button={{ text: t('receipt.draftDrop'), onClick: restart }}
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
