import { useState } from 'react'
import type { Store } from '#contract/schema/master.ts'
import { useApp } from '#src/app-context.ts'
import { findStores } from '#src/domain/find-stores.ts'
import { groupByChain } from '#src/domain/store-groups.ts'
import { isPending } from '#src/state/resource.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Loading } from '#src/ui/spinner.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './receipt.module.css'
import { StoreChain } from './store-chain.tsx'

/** If at most this many stores match, their chains are expanded. */
const OPEN = 40

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
  const groups = groupByChain(found)
  /** Chains that the customer expanded (true) or collapsed (false). Others expand automatically if few stores match. */
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({})
  const isOpen = (chain: string, stores: readonly Store[]) =>
    toggled[chain] ?? (found.length <= OPEN || stores.some(({ id }) => id === chosen))
  return (
    <Dialog tall title={t('receipt.chooseStore')} onClose={onClose}>
      <TextField
        name="store"
        type="search"
        label={t('receipt.searchStore')}
        value={sought}
        onChange={text => {
          setSought(text)
          setToggled({})
        }}
        free
        autoComplete="off"
      />
      {state.state === 'failed' && master.stores.value.length === 0 ? (
        <FailureNotice failure={state.failure} onRetry={() => void master.load()} />
      ) : isPending(state) ? (
        <Loading />
      ) : (
        <p role="status" className="quiet">
          {found.length === 0 ? t('receipt.noStore') : t('receipt.stores', { count: f.number(found.length) })}
        </p>
      )}
      <div className={css.stores}>
        {groups.map(([chain, stores]) => (
          <StoreChain
            key={chain}
            chain={chain}
            stores={stores}
            open={isOpen(chain, stores)}
            chosen={chosen}
            onToggle={() => setToggled(before => ({ ...before, [chain]: !isOpen(chain, stores) }))}
            onChoose={onChoose}
          />
        ))}
      </div>
      <DialogButtons>
        <Button kind="secondary" onClick={onClose}>
          {t('action.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
