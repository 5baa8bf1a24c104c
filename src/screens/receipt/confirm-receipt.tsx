import { exampleOf, fitsPattern } from '#contract/receipt-no-pattern.ts'
import { rightsOf } from '#contract/rules.ts'
import { useApp } from '#src/app-context.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { latestValue } from '#src/state/resource.ts'
import type { ReceiptDraft } from '#src/state/types.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { ReceiptRows } from '#src/ui/receipt-rows.tsx'
import { useObjectUrl } from '#src/ui/use-object-url.ts'
import { blobOf, useStoredPhotos } from '#src/ui/use-photo-blobs.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './receipt.module.css'
import { amountOf, typedMoment } from './receipt-form-draft.ts'

/** Shows all data before it is sent, because each receipt can be used only once. */
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
  const { t, f } = useText(receiptTexts)
  const store = master.stores.value.find(one => one.id === draft.storeId)
  const activity = latestValue(campaign.current.value)
  const pattern = store?.receiptNoPattern
  const unusual =
    pattern &&
    !fitsPattern(pattern, draft.receiptNo) &&
    t('number.question', { chain: f.content(store.chain, store.chainEn), example: exampleOf(pattern) })
  const rows = [
    [t('field.storeId'), store ? f.content(store.nameTh, store.nameEn) : ''],
    [t('field.receiptNo'), draft.receiptNo],
    [t('field.purchasedAt'), f.dateTime(typedMoment(draft.purchasedAt))],
    [t('field.amount'), f.money(amountOf(draft))],
    [t('field.images'), t('receipt.photos', { count: draft.photos.length + draft.kept.length })],
  ] as const
  return (
    <Dialog title={t('receipt.confirmTitle')} busy={busy} onClose={onClose}>
      <ConfirmPhotos draft={draft} />
      <ReceiptRows rows={rows} />
      {unusual && <Notice severity="warning" title={unusual} />}
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

function ConfirmPhotos({ draft }: { readonly draft: ReceiptDraft }) {
  const stored = useStoredPhotos(draft.kept)
  const shown = [...draft.kept.map(sha256 => stored.get(sha256) ?? null), ...draft.photos.map(blobOf)]
  const hashes = [...draft.kept, ...draft.photos.map(({ sha256 }) => sha256)]
  return (
    <ul className={css.preview}>
      {shown.map((blob, index) => (
        <ConfirmPhoto key={hashes[index]} blob={blob} n={index + 1} />
      ))}
    </ul>
  )
}

function ConfirmPhoto({ blob, n }: { readonly blob: Blob | null; readonly n: number }) {
  const { t } = useText()
  const url = useObjectUrl(blob)
  return <li>{url !== null && <img src={url} alt={t('receipt.photoOf', { n })} />}</li>
}
