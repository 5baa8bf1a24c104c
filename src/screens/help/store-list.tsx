import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { findStores } from '#src/domain/find-stores.ts'
import { groupByChain } from '#src/domain/store-groups.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { isPending } from '#src/state/resource.ts'
import { FailureNotice } from '#src/ui/failure.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useLoaded } from '#src/ui/use-load.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './help.module.css'

/** If a search finds at most this many stores, their chains are expanded. */
const OPEN = 12

export function StoreList() {
  const { master } = useApp()
  const { t, f } = useText(receiptTexts)
  const [sought, setSought] = useState('')
  useLoaded(master)
  const state = master.state.value
  const stores = master.stores.value
  if (state.state === 'failed' && stores.length === 0)
    return <FailureNotice failure={state.failure} onRetry={() => void master.load()} />
  if (isPending(state) && stores.length === 0) return <SkeletonList />
  const found = findStores(stores, sought)
  const open = sought.trim() !== '' && found.length <= OPEN
  return (
    <>
      <TextField
        name="store"
        type="search"
        label={t('receipt.searchStore')}
        value={sought}
        onChange={setSought}
        free
        autoComplete="off"
      />
      <p role="status" className="quiet">
        {found.length === 0 ? t('receipt.noStore') : t('receipt.stores', { count: f.number(found.length) })}
      </p>
      <div className={css.faq}>
        {groupByChain(found).map(([chain, list]) => (
          // The key changes if a search expands or collapses all chains; otherwise, the customer's own toggles are
          // kept.
          <details key={`${chain}/${open}`} open={open}>
            <summary>
              {t('store.chain', { chain: f.content(chain, list[0]?.chainEn), count: f.number(list.length) })}
            </summary>
            <ul className={css.stores}>
              {list.map(store => (
                <li key={store.id}>{f.content(store.nameTh, store.nameEn)}</li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </>
  )
}
