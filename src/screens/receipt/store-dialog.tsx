import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { isPending } from '#src/state/resource.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Loading } from '#src/ui/spinner.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import { findStores } from './find-stores.ts'
import css from './receipt.module.css'

/** Maximum number of stores to list. If more match, refining the search is faster than scrolling. */
const SHOWN = 40

/** Dialog to choose one of the participating stores, with a search by any part of the name. */
export function StoreDialog({
  chosen,
  onChoose,
  onClose,
}: {
  readonly chosen: number | null
  readonly onChoose: (id: number) => void
  readonly onClose: () => void
}) {
  const { master } = useApp()
  const { t, f } = useText()
  const [sought, setSought] = useState('')
  const found = findStores(master.stores.value, sought)
  const state = master.state.value
  const shown = found.slice(0, SHOWN)
  return (
    <Dialog tall title={t('receipt.chooseStore')} onClose={onClose}>
      <TextField
        name="store"
        type="search"
        label={t('receipt.searchStore')}
        value={sought}
        onChange={setSought}
        free
        autoComplete="off"
      />
      {state.state === 'failed' && master.stores.value.length === 0 ? (
        <FailureNotice failure={state.failure} onRetry={() => void master.load()} />
      ) : isPending(state) ? (
        <Loading />
      ) : (
        <p role="status" className={css.found}>
          {found.length === 0
            ? t('receipt.noStore')
            : found.length > SHOWN
              ? t('receipt.storesMore', { shown: SHOWN, count: f.number(found.length) })
              : t('receipt.stores', { count: f.number(found.length) })}
        </p>
      )}
      <ul className={css.stores}>
        {shown.map(store => (
          <li key={store.id}>
            <button type="button" aria-pressed={store.id === chosen} onClick={() => onChoose(store.id)}>
              <Icon name="store" size={22} />
              <span>{store.nameTh}</span>
              {store.id === chosen && <Icon name="check" size={20} />}
            </button>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button kind="secondary" onClick={onClose}>
          {t('action.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
