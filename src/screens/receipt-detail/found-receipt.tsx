import { useState } from 'react'
import { useLocation } from 'wouter'
import { rightsOf } from '#contract/rules.ts'
import type { Receipt } from '#contract/schema/receipt.ts'
import { useApp } from '#src/app-context.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { latestValue } from '#src/state/resource.ts'
import type { JobView } from '#src/state/types.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Card } from '#src/ui/page.tsx'
import { receiptOnServer } from '#src/ui/receipt-on-server.ts'
import { ReceiptPhotos } from '#src/ui/receipt-photos.tsx'
import { ReceiptRows } from '#src/ui/receipt-rows.tsx'
import { useBusy } from '#src/ui/use-busy.ts'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
import { useText } from '#src/ui/use-text.ts'
import { useWithdraw } from '#src/ui/use-withdraw.ts'
import { WriteNotice } from '#src/ui/write-notice.tsx'
import { correctionPath } from '#src/ui/write-paths.ts'
import css from './receipt-detail.module.css'
import { ReceiptStatus } from './receipt-status.tsx'

/** `isListed` is false if the loaded history does not include the receipt. */
export function FoundReceipt({
  receipt,
  isListed,
  job,
}: {
  readonly receipt: Receipt
  readonly isListed: boolean
  readonly job: JobView | null
}) {
  const { t } = useText(receiptTexts)
  const onServer = receiptOnServer(job?.failure)
  const sends = isListed || job?.state === 'refused' ? null : job?.receipt
  // The history already merges a listed receipt with its job's changes.
  const shown = onServer ?? (sends ? { ...receipt, ...sends, images: [...sends.images] } : receipt)
  const isWithdrawal = job?.route === 'deleteReceipt' && job.state !== 'refused'
  // A receipt that is only on this phone has version 0.
  const isUnsent = onServer === null && (job?.route === 'createReceipt' || receipt.version === 0)
  const isDecidable = shown.status === 'pending' || shown.status === 'rejected'
  return (
    <>
      {job !== null && <WriteNotice job={job} />}
      <ReceiptStatus receipt={shown} job={job} isUnsent={isUnsent} />
      <Card>
        <ReceiptPhotos images={shown.images} />
        <Data receipt={shown} isUnsent={isUnsent} />
      </Card>
      <div className={css.actions}>
        {shown.editable && !isWithdrawal && (
          <ButtonLink
            wide
            icon="edit"
            kind={shown.status === 'rejected' || job?.state === 'refused' ? 'primary' : 'secondary'}
            href={correctionPath(receipt.id)}
          >
            {t(shown.status === 'rejected' ? 'detail.editAgain' : 'detail.edit')}
          </ButtonLink>
        )}
        {isDecidable && !isWithdrawal && !isUnsent && <Withdraw id={receipt.id} />}
      </div>
    </>
  )
}

function Data({ receipt, isUnsent }: { readonly receipt: Receipt; readonly isUnsent: boolean }) {
  const { campaign } = useApp()
  const { t, f } = useText(receiptTexts)
  const activity = latestValue(campaign.current.value)
  const entries = (count: number) => t('unit.entries', { count: f.number(count) })
  const sent = receipt.correctedFrom ?? {}
  const asSent = (value: string | undefined) =>
    value === undefined ? null : t('detail.correctedFrom', { value })
  const rows = [
    [
      t('field.storeId'),
      f.content(receipt.storeName, receipt.storeNameEn),
      asSent(sent.store && f.content(sent.store.name, sent.store.nameEn)),
    ],
    [t('field.receiptNo'), receipt.receiptNo, asSent(sent.receiptNo)],
    [
      t('field.purchasedAt'),
      f.dateTime(receipt.purchasedAt),
      asSent(sent.purchasedAt && f.dateTime(sent.purchasedAt)),
    ],
    [
      t('field.amount'),
      f.money(receipt.amount),
      asSent(sent.amount === undefined ? undefined : f.money(sent.amount)),
    ],
    ...(receipt.status === 'pending' && activity && !receipt.disputed
      ? [[t('detail.entries'), entries(rightsOf(receipt.amount, activity))] as const]
      : []),
    ...(receipt.status === 'approved' ? [[t('detail.entriesGot'), entries(receipt.rights)] as const] : []),
    ...(isUnsent ? [] : [[t('detail.sentAt'), f.dateTime(receipt.createdAt)] as const]),
    ...(receipt.reviewedAt === null || receipt.status === 'pending'
      ? []
      : [[t('detail.reviewedAt'), f.dateTime(receipt.reviewedAt)] as const]),
  ] as const
  return <ReceiptRows rows={rows} />
}

export function Withdraw({ id }: { readonly id: string }) {
  const { t } = useText()
  const withdraw = useWithdraw()
  const [, navigate] = useLocation()
  const isMounted = useIsMounted()
  const [asking, setAsking] = useState(false)
  const [busy, during] = useBusy()

  async function confirm() {
    const done = await during(withdraw(id))
    setAsking(false)
    if (done && isMounted()) navigate('/receiptHistory', { replace: true })
  }

  return (
    <>
      <Button kind="quiet" icon="trash" onClick={() => setAsking(true)}>
        {t('receipt.withdraw')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('receipt.withdraw')}
          action={t('receipt.withdraw')}
          busy={busy}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        >
          <p>{t('receipt.withdrawText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
