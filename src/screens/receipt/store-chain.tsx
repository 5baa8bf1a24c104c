import type { Store } from '#contract/schema/master.ts'
import { receiptTexts } from '#src/i18n/th/receipts.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './receipt.module.css'

/** Maximum number of stores shown per chain. Beyond this, refining the search is faster than scrolling. */
const SHOWN = 40

export function StoreChain({
  chain,
  stores,
  open,
  chosen,
  onToggle,
  onChoose,
}: {
  readonly chain: string
  readonly stores: readonly Store[]
  readonly open: boolean
  readonly chosen: number | null
  readonly onToggle: () => void
  readonly onChoose: (id: number) => void
}) {
  const { t, f } = useText(receiptTexts)
  const [first] = stores
  const name = first === undefined ? chain : f.content(chain, first.chainEn)
  return (
    <section className={css.chain}>
      <h3>
        <button type="button" aria-expanded={open} onClick={onToggle}>
          {t('store.chain', { chain: name, count: f.number(stores.length) })}
          <Icon name="down" size={20} />
        </button>
      </h3>
      {open && stores.length > SHOWN && (
        <p className="quiet">{t('receipt.storesMore', { shown: SHOWN, count: f.number(stores.length) })}</p>
      )}
      {open && (
        <ul>
          {stores.slice(0, SHOWN).map(store => (
            <li key={store.id}>
              <button type="button" aria-pressed={store.id === chosen} onClick={() => onChoose(store.id)}>
                <Icon name="store" size={22} />
                <span>{f.content(store.nameTh, store.nameEn)}</span>
                {store.id === chosen && <Icon name="check" size={20} />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
