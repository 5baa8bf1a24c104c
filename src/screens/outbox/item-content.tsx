import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import type { JobView } from '#src/state/types.ts'
import { customerFieldNames } from '#src/ui/customer-form/customer-draft.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import thumbnailCss from '#src/ui/thumbnail.module.css'
import { useLoad } from '#src/ui/use-load.ts'
import { useObjectUrl } from '#src/ui/use-object-url.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './outbox.module.css'

const names = {
  createReceipt: 'outbox.receipt',
  updateReceipt: 'outbox.correction',
  deleteReceipt: 'outbox.withdrawal',
  postAnswer: 'outbox.answer',
  putCustomer: 'outbox.profile',
  putMessageSettings: 'outbox.messages',
  confirmConcert: 'outbox.attend',
} as const
const icons: Partial<Record<JobView['route'], IconName>> = {
  postAnswer: 'chat',
  putCustomer: 'user',
  putMessageSettings: 'chat',
  confirmConcert: 'ticket',
}

export function ItemContent({ job }: { readonly job: JobView }) {
  const { receipts } = useApp()
  const { t, f } = useText(writeTexts)
  // A withdrawal job contains only the receipt's id, so look up the receipt.
  const receipt = job.receipt ?? (job.subject === null ? null : (receipts.find(job.subject)?.receipt ?? null))
  const photo = receipt?.images[0] ?? null
  const name =
    job.attend === false
      ? 'outbox.decline'
      : job.route in names
        ? names[job.route as keyof typeof names]
        : 'outbox.other'
  return (
    <div className={css.content}>
      {photo === null ? (
        <span className={thumbnailCss.square}>
          <Icon name={icons[job.route] ?? 'receipt'} />
        </span>
      ) : (
        <Thumbnail sha256={photo} />
      )}
      <div className={css.words}>
        <p className={css.kind}>
          {t(name)} · {f.dateTime(job.createdAt)}
        </p>
        {receipt !== null && <ReceiptLines receipt={receipt} />}
        {job.answer !== null && <p className={css.answer}>{job.answer.text}</p>}
        {job.profile !== null && <ProfileFields profile={job.profile} />}
      </div>
    </div>
  )
}

function ReceiptLines({ receipt }: { readonly receipt: NonNullable<JobView['receipt']> }) {
  const { master } = useApp()
  const { t, f } = useText(writeTexts)
  const store = master.stores.value.find(one => one.id === receipt.storeId)
  return (
    <>
      <p className={css.top}>
        <b>{store ? f.content(store.nameTh, store.nameEn) : t('outbox.store', { id: receipt.storeId })}</b>
        <b className={css.amount}>{f.money(receipt.amount)}</b>
      </p>
      <p className={css.quiet}>
        {t('history.number', { number: receipt.receiptNo })} · {f.shortDate(receipt.purchasedAt)}
      </p>
    </>
  )
}

function ProfileFields({ profile }: { readonly profile: NonNullable<JobView['profile']> }) {
  const { t } = useText(writeTexts)
  const changed = customerFieldNames.filter(name => name in profile)
  return <p className={css.answer}>{changed.map(name => t(`field.${name}`)).join(', ')}</p>
}

/** Loads only when scrolled into view, because there can be 200 thumbnails. */
function Thumbnail({ sha256 }: { readonly sha256: string }) {
  const { receipts } = useApp()
  const frame = useRef<HTMLSpanElement>(null)
  const isSeen = useSeen(frame)
  const [blob, setBlob] = useState<Blob | null>(null)
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      if (!isSeen) return
      const photo = await receipts.photo(sha256)
      if (isCurrent()) setBlob(photo)
    },
    [receipts, sha256, isSeen],
  )
  useLoad(load)
  const url = useObjectUrl(blob)
  return (
    <span ref={frame} className={thumbnailCss.square}>
      {url === null ? <Icon name="receipt" /> : <img src={url} alt="" width={56} height={56} />}
    </span>
  )
}

function useSeen(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    if (typeof IntersectionObserver === 'undefined') return setSeen(true)
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) setSeen(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return seen
}
