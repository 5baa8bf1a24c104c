import { bangkokDay, rightsOf } from '#contract/rules.ts'
import { useApp } from '#src/app-context.ts'
import { partsOfPurchase } from '#src/domain/purchase-days.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { latestValue } from '#src/state/resource.ts'
import type { ReceiptDraft, SuggestedField } from '#src/state/types.ts'
import { ContactLink } from '#src/ui/contact-link.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { NextFrame } from '#src/ui/next-frame.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Card } from '#src/ui/page.tsx'
import { PhotoInput } from '#src/ui/photo-input.tsx'
import { type Problems, problemText } from '#src/ui/problems.ts'
import { MoneyField, TextField } from '#src/ui/text-field.tsx'
import { useLoaded } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import { PurchaseFields } from './purchase-fields.tsx'
import css from './receipt.module.css'
import { amountOf, type ReceiptField } from './receipt-form-draft.ts'
import { ReceiptPicture } from './receipt-picture.tsx'
import { StoreField } from './store-field.tsx'

type Props = {
  readonly draft: ReceiptDraft
  readonly problems: Problems<ReceiptField>
  readonly onChange: (part: Partial<ReceiptDraft>, fields: readonly ReceiptField[]) => void
  readonly onPreparing: (preparing: boolean) => void
  readonly reading: boolean
}

export function ReceiptFields({ draft, problems, onChange, onPreparing, reading }: Props) {
  const { master, campaign, receipts } = useApp()
  const { t, f } = useText()
  const { t: texts } = useText(receiptTexts)
  const errorOf = useReceiptErrors(problems)
  /** Explains the source of a value that the app has filled in. */
  const hintOf = (field: SuggestedField) => {
    const from = draft.suggested?.[field]
    return from && texts(from === 'last' ? 'store.last' : 'reader.check')
  }
  useLoaded(master)
  const activity = latestValue(campaign.current.value)
  const store = master.stores.value.find(one => one.id === draft.storeId)
  const isDuplicate = receipts.duplicateOf(draft) !== null
  return (
    <>
      <Card>
        <PhotoInput
          photos={draft.photos}
          kept={draft.kept}
          draftId={draft.id}
          error={errorOf('images')}
          onChange={(photos, kept) => onChange({ photos, kept }, ['images'])}
          onPreparing={onPreparing}
        />
        <div role="status">
          {reading
            ? texts('reader.reading')
            : Object.values(draft.suggested ?? {}).includes('photo') && texts('reader.filled')}
        </div>
      </Card>
      <NextFrame>
        <Card>
          <StoreField
            store={store ?? null}
            hint={hintOf('storeId')}
            error={errorOf('storeId')}
            onChange={storeId => onChange({ storeId }, ['storeId'])}
          />
          <TextField
            name="receiptNo"
            label={t('field.receiptNo')}
            value={draft.receiptNo}
            hint={
              hintOf('receiptNo') ??
              (store?.receiptNoHint ? f.content(store.receiptNoHint, store.receiptNoHintEn) : undefined)
            }
            error={errorOf('receiptNo')}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={receiptNo => onChange({ receiptNo }, ['receiptNo'])}
          />
          {store !== undefined && <ReceiptPicture store={store} />}
          {problems.receiptNo === 'duplicate' && <ContactLink />}
          {isDuplicate && <Notice live severity="warning" title={t('receipt.duplicate')} />}
          <NextFrame>
            <PurchaseFields
              value={draft.purchasedAt}
              hint={hintOf('purchasedAt')}
              error={errorOf('purchasedAt')}
              errorAt={purchaseErrorAt(draft, problems.purchasedAt, bangkokDay(campaign.serverNow()))}
              onChange={purchasedAt => onChange({ purchasedAt }, ['purchasedAt'])}
            />
            <AmountField
              draft={draft}
              suggested={hintOf('amount')}
              error={errorOf('amount')}
              onChange={onChange}
            />
            {activity && (
              <Estimate entries={rightsOf(amountOf(draft) || 0, activity)} baht={activity.bahtPerRight} />
            )}
          </NextFrame>
        </Card>
      </NextFrame>
    </>
  )
}

function AmountField({
  draft,
  suggested,
  error,
  onChange,
}: Pick<Props, 'draft' | 'onChange'> & { suggested: string | undefined; error: string | undefined }) {
  const { campaign } = useApp()
  const { t, f } = useText()
  const activity = latestValue(campaign.current.value)
  return (
    <MoneyField
      name="amount"
      label={t('field.amount')}
      value={draft.amount}
      hint={suggested ?? (activity && t('field.amount.hint', { min: f.money(activity.minAmount) }))}
      error={error}
      maxLength={20}
      placeholder="0.00"
      onChange={amount => onChange({ amount }, ['amount'])}
    />
  )
}

function purchaseErrorAt(
  { purchasedAt }: ReceiptDraft,
  code: string | undefined,
  today: string,
): 'day' | 'time' {
  return code === 'time' || (code === 'future' && partsOfPurchase(purchasedAt).day === today) ? 'time' : 'day'
}

function useReceiptErrors(problems: Problems<ReceiptField>) {
  const { campaign } = useApp()
  const { t, f } = useText(receiptTexts)
  const activity = latestValue(campaign.current.value)
  return (name: ReceiptField): string | undefined => {
    const code = problems[name]
    switch (code) {
      case undefined:
        return undefined
      case 'period':
        return activity
          ? t('rule.period', { from: f.shortDate(activity.opensAt), to: f.shortDate(activity.closesAt) })
          : t('error.OUT_OF_PERIOD')
      case 'minimum':
        return activity ? t('rule.minimum', { min: f.money(activity.minAmount) }) : t('error.BELOW_MINIMUM')
      case 'chooseDay':
      case 'time':
        return t(`rule.${code}`)
      case 'duplicate':
        return t('error.RECEIPT_DUPLICATE')
      case 'closed':
        return t('error.STORE_CLOSED')
      case 'unreadable':
      case 'too-small':
        return t(`receipt.photo.${code}`)
      default:
        return problemText(t, code, t(`field.${name}`), name === 'storeId')
    }
  }
}

function Estimate({ entries, baht }: { readonly entries: number; readonly baht: number }) {
  const { t, f } = useText()
  return (
    <div className={css.estimate}>
      <Icon name="ticket" size={30} />
      <p>
        {t('receipt.estimate')}
        <small>{t('receipt.estimateRule', { baht: f.number(baht) })}</small>
      </p>
      <output>{t('unit.entries', { count: f.number(entries) })}</output>
    </div>
  )
}
