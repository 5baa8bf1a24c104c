import { Icon } from '#src/ui/icon.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './receipt.module.css'

/** How many rights an amount would bring. */
export function Estimate({ rights, baht }: { readonly rights: number; readonly baht: number }) {
  const { t, f } = useText()
  return (
    <div className={css.estimate}>
      <Icon name="ticket" size={30} />
      <p>
        {t('receipt.estimate')}
        <small>{t('receipt.estimateRule', { baht: f.number(baht) })}</small>
      </p>
      <output>{t('unit.rights', { count: f.number(rights) })}</output>
    </div>
  )
}
