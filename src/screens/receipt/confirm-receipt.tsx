import { rightsOf } from '#contract/rules.ts'
import { useApp } from '#src/app-context.ts'
import { latestValue } from '#src/state/resource.ts'
import type { ReceiptDraft } from '#src/state/types.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './receipt.module.css'
import { amountOf, typedMoment } from './receipt-form-draft.ts'
import { ReceiptRows } from './receipt-rows.tsx'

/** Dialog that shows all data of a receipt before it is sent, because each receipt counts only once. */
export function ConfirmReceipt({
  draft,
  busy,
  onConfirm,
  onClose,
}: {
  readonly draft: ReceiptDraft
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}) {
  const { master, campaign } = useApp()
  const { t, f } = useText()
  const store = master.stores.value.find(one => one.id === draft.storeId)
  const activity = latestValue(campaign.current.value)
  const rows = [
    [t('field.storeId'), store?.nameTh ?? ''],
    [t('field.receiptNo'), draft.receiptNo],
    [t('field.purchasedAt'), f.dateTime(typedMoment(draft.purchasedAt))],
    [t('field.amount'), f.money(amountOf(draft))],
    [t('field.images'), t('receipt.photos', { count: draft.photos.length + draft.kept.length })],
  ] as const
  return (
    <Dialog title={t('receipt.confirmTitle')} busy={busy} onClose={onClose}>
      <ReceiptRows rows={rows} />
      {activity && (
        <p className={css.total}>
          {t('receipt.estimate')}{' '}
          <b>{t('unit.entries', { count: f.number(rightsOf(amountOf(draft), activity)) })}</b>
        </p>
      )}
      <DialogButtons>
        <Button kind="secondary" disabled={busy} onClick={onClose}>
          {t('receipt.back')}
        </Button>
        <Button busy={busy} onClick={onConfirm}>
          {busy ? t('state.sending') : t('receipt.confirm')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
