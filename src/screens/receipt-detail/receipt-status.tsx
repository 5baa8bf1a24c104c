import { assertNever } from '#contract/assert-never.ts'
import { bangkokDay } from '#contract/rules.ts'
import type { Receipt, RejectReason } from '#contract/schema/receipt.ts'
import { DAY_MS, momentOf } from '#contract/time.ts'
import { useApp } from '#src/app-context.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { latestValue } from '#src/state/resource.ts'
import type { JobView } from '#src/state/types.ts'
import { ContactLink } from '#src/ui/contact-link.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Card } from '#src/ui/page.tsx'
import { ReceiptChip } from '#src/ui/receipt-chip.tsx'
import { useText } from '#src/ui/use-text.ts'

/** If a job is queued, its notice explains the next step, because the server's status is about to change. */
export function ReceiptStatus({
  receipt,
  job,
  isUnsent,
}: {
  readonly receipt: Receipt
  readonly job: JobView | null
  /** True if the server does not have the receipt. */
  readonly isUnsent: boolean
}) {
  const { t, f } = useText(receiptTexts)
  const isDecided = !isUnsent && (job === null || job.state === 'refused')
  if (isDecided && receipt.status === 'rejected')
    return (
      <Notice severity="error" title={t('receipt.rejected')}>
        <p>{f.content(receipt.rejectText ?? '', receipt.rejectTextEn)}</p>
        <WhatToDo receipt={receipt} />
        {receipt.rejectReason === 'DUPLICATE' && <ContactLink />}
      </Notice>
    )
  return (
    <Card>
      <div>
        <ReceiptChip entry={{ receipt, queued: job }} />
      </div>
      {isDecided && <p>{<NextStep receipt={receipt} />}</p>}
      {isDecided && receipt.correctedFrom && (
        <>
          <p>{t('detail.corrected')}</p>
          <ContactLink />
        </>
      )}
    </Card>
  )
}

function NextStep({ receipt }: { readonly receipt: Receipt }) {
  const { campaign } = useApp()
  const { t, f } = useText(receiptTexts)
  const activity = latestValue(campaign.current.value)
  switch (receipt.status) {
    case 'pending': {
      if (receipt.disputed) return t('detail.disputed')
      const by = reviewedBy(receipt, activity?.reviewDays ?? null)
      if (by === null) return t('detail.pending')
      const isOverdue = bangkokDay(campaign.serverNow()) > bangkokDay(by)
      return t(isOverdue ? 'detail.overdue' : 'detail.pendingBy', { date: f.date(by) })
    }
    case 'approved':
      return t('detail.approved', { count: f.number(receipt.rights) })
    case 'void':
      return t('detail.void')
    case 'rejected':
      return f.content(receipt.rejectText ?? '', receipt.rejectTextEn)
    default:
      return assertNever(receipt.status)
  }
}

/** Returns a time on the last day of the promised review, in milliseconds, or null. Corrections restart the review. */
function reviewedBy({ updatedAt }: Receipt, reviewDays: number | null): number | null {
  return reviewDays === null ? null : momentOf(updatedAt) + reviewDays * DAY_MS
}

/** By rejection reason, what the customer can correct in the form. */
const remedies: Partial<Record<RejectReason, 'photo' | 'store' | 'date' | 'amount'>> = {
  BLURRY: 'photo',
  INCOMPLETE: 'photo',
  NOT_RECEIPT: 'photo',
  STORE: 'store',
  PERIOD: 'date',
  AMOUNT: 'amount',
}

function WhatToDo({ receipt }: { readonly receipt: Receipt }) {
  const { t, f } = useText(receiptTexts)
  if (!receipt.editable) return <p>{t('receipt.readOnly')}</p>
  const remedy = remedies[receipt.rejectReason as RejectReason]
  return (
    <>
      {remedy && <p>{t(`detail.do.${remedy}`)}</p>}
      <p>{t('detail.resubmits', { count: f.number(receipt.resubmitsLeft) })}</p>
    </>
  )
}
