import { useCallback, useState } from 'react'
import { Redirect } from 'wouter'
import type { Receipt } from '#contract/schema/receipt.ts'
import { useApp } from '#src/app-context.ts'
import { lastOf } from '#src/domain/last-of.ts'
import { type Failure, isRefused } from '#src/ports.ts'
import type { JobView, ReceiptDraft } from '#src/state/types.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Page } from '#src/ui/page.tsx'
import { receiptOnServer } from '#src/ui/receipt-on-server.ts'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useLoad } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import { WriteNotice } from '#src/ui/write-notice.tsx'
import { ReceiptForm } from './receipt-form.tsx'
import { draftToEdit, lostPhotosOf, withoutPhotos } from './receipt-form-draft.ts'

type Found =
  | { readonly state: 'reading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | {
      readonly state: 'found'
      readonly receipt: Receipt
      readonly draft: ReceiptDraft | null
      /** Photos of the receipt that neither the phone nor the server has. */
      readonly lost: readonly string[]
    }

export function EditReceipt({ id }: { readonly id: string }) {
  const { receipts, outbox } = useApp()
  const { t } = useText()
  const [found, setFound] = useState<Found>({ state: 'reading' })
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      setFound({ state: 'reading' })
      const [reply, draft] = await Promise.all([receipts.get(id), receipts.loadDraft(id)])
      const job = jobOf(outbox.jobs.peek(), id)
      const lost = reply.ok
        ? await lostPhotosOf(receipts, draftToEdit(reply.value, job, draft), job?.failure)
        : []
      if (!isCurrent()) return
      if (reply.ok) setFound({ state: 'found', receipt: reply.value, draft, lost })
      else setFound({ state: 'failed', failure: reply.failure })
    },
    [receipts, outbox, id],
  )
  const retry = useLoad(load)

  function reload() {
    void receipts.deleteDraft(id).then(retry)
  }

  const queued = jobOf(outbox.jobs.value, id)
  return (
    <Page title={t('receipt.titleEdit')} back={`/receipt/${id}`}>
      {found.state === 'reading' && <SkeletonList />}
      {found.state === 'failed' &&
        (isRefused(found.failure, 'NOT_FOUND') ? (
          <EmptyState
            title={t('receipt.notFound')}
            action={
              <ButtonLink kind="secondary" href="/receiptHistory">
                {t('history.title')}
              </ButtonLink>
            }
          />
        ) : (
          <FailureNotice failure={found.failure} onRetry={retry} />
        ))}
      {found.state === 'found' && (
        <FoundReceipt
          key={found.receipt.id}
          receipt={found.receipt}
          stored={found.draft}
          lost={found.lost}
          job={queued}
          onReload={reload}
        />
      )}
    </Page>
  )
}

/** Searches the outbox, because the list may not be loaded or its first page may lack this receipt. */
const jobOf = (jobs: readonly JobView[], id: string): JobView | null =>
  lastOf(jobs, ({ subject }) => subject === id) ?? null

/** Redirects to the receipt's screen if it can no longer be corrected. */
function FoundReceipt({
  receipt,
  stored,
  lost,
  job,
  onReload,
}: {
  readonly receipt: Receipt
  readonly stored: ReceiptDraft | null
  readonly lost: readonly string[]
  readonly job: JobView | null
  readonly onReload: () => void
}) {
  const { t, f } = useText()
  /** While true, the form's button shows the progress instead of a notice. */
  const [sending, setSending] = useState(false)
  /**
   * The form's initial contents, set once the outbox is not sending the receipt. Never reset to null: a retry would
   * then close the form, and typed text would be lost.
   */
  const [start, setStart] = useState<ReceiptDraft | null>(null)
  if (start === null && job?.state !== 'sending')
    setStart(withoutPhotos(draftToEdit(receipt, job, stored), lost))
  const shown = receiptOnServer(job?.failure) ?? receipt
  const isWithdrawal = job?.route === 'deleteReceipt' && job.state !== 'refused'
  if (!shown.editable || isWithdrawal) return <Redirect to={`/receipt/${receipt.id}`} replace />
  return (
    <>
      {job !== null && !sending && <WriteNotice job={job} />}
      {shown.status === 'rejected' && (
        <Notice severity="error" title={t('receipt.rejected')}>
          <p>{f.content(shown.rejectText ?? '', shown.rejectTextEn)}</p>
        </Notice>
      )}
      {start === null ? (
        <SkeletonList />
      ) : (
        <ReceiptForm
          start={start}
          draftOf={receipt.id}
          onReload={onReload}
          onSending={setSending}
          submitText={
            shown.status === 'rejected'
              ? t('receipt.resubmit', { count: f.number(shown.resubmitsLeft) })
              : t('receipt.review')
          }
        />
      )}
    </>
  )
}
