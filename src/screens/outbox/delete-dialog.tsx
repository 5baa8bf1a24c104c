import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import type { JobView } from '#src/state/types.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog, Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { useBusy } from '#src/ui/use-busy.ts'
import { useText } from '#src/ui/use-text.ts'
import { useWithdraw } from '#src/ui/use-withdraw.ts'
import { ItemContent } from './item-content.tsx'

type Props = { readonly job: JobView; readonly onClose: () => void }

/** Deletes the job unless the server may already have received it. */
export function DeleteDialog({ job, onClose }: Props) {
  const { outbox, toasts } = useApp()
  const { t } = useText(writeTexts)
  const [busy, during] = useBusy()
  const [problem, setProblem] = useState<'maybe-sent' | 'storage' | null>(null)

  async function remove() {
    const deleted = await during(outbox.discard(job.id).catch(() => null))
    if (!deleted) return setProblem(deleted === null ? 'storage' : 'maybe-sent')
    // The toast informs the customer, so the outcome need not be listed.
    outbox.shown(job.id)
    toasts.show('success', t('outbox.deleted'))
  }

  if (problem === 'maybe-sent') return <MaybeSentDialog job={job} onClose={onClose} />
  if (problem === 'storage')
    return (
      <Dialog title={t('outbox.notDeleted')} onClose={onClose}>
        <p>{t('outbox.notDeletedText')}</p>
        <DialogButtons>
          <Button kind="secondary" onClick={onClose}>
            {t('action.close')}
          </Button>
        </DialogButtons>
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={t('outbox.deleteTitle')}
      action={t('outbox.delete')}
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <ItemContent job={job} />
      <p>{t(job.route === 'deleteReceipt' ? 'outbox.deleteWithdrawal' : 'outbox.deleteText')}</p>
    </ConfirmDialog>
  )
}

/** Offers to withdraw a receipt instead of deleting it. */
function MaybeSentDialog({ job, onClose }: Props) {
  const { t } = useText(writeTexts)
  const withdraw = useWithdraw()
  const [busy, during] = useBusy()
  const receipt = job.route === 'createReceipt' ? job.subject : null

  async function withdrawReceipt(id: string) {
    await during(withdraw(id))
    onClose()
  }

  return (
    <Dialog title={t('outbox.maybeSent')} busy={busy} onClose={onClose}>
      <p>{t(receipt === null ? 'outbox.maybeSentText' : 'outbox.maybeSentReceipt')}</p>
      <DialogButtons>
        <Button kind="secondary" disabled={busy} onClick={onClose}>
          {t('action.close')}
        </Button>
        {receipt !== null && (
          <Button kind="danger" busy={busy} onClick={() => void withdrawReceipt(receipt)}>
            {t('receipt.withdraw')}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}
