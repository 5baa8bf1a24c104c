import { Icon } from '#src/ui/icon.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './receipt.module.css'

export function Estimate({ entries, baht }: { readonly entries: number; readonly baht: number }) {
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
