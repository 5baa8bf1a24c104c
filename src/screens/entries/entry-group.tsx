import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { TicketGroup } from '#contract/schema/ticket.ts'
import { ticketTexts } from '#src/i18n/th/tickets.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './entries.module.css'

const SHOWN = 6

const icons = { welcome: 'user', answer: 'chat', receipt: 'receipt' } as const satisfies Record<
  TicketGroup['source'],
  IconName
>

export function EntryGroup({ group }: { readonly group: TicketGroup }) {
  const { t, f } = useText(ticketTexts)
  const [all, setAll] = useState(false)
  const id = useId()
  const { source, numbers } = group
  const isVoid = group.state === 'void'
  const hidden = numbers.length - SHOWN
  const shown = all || hidden <= 0 ? numbers : numbers.slice(0, SHOWN)
  const title =
    group.storeName === null ? t(`tickets.${source}`) : f.content(group.storeName, group.storeNameEn)
  return (
    <li className={classNames(css.group, isVoid && css.void)}>
      <div className={css.head}>
        <Icon name={icons[source]} size={22} />
        <div className={css.what}>
          {source === 'receipt' ? <Link href={`/receipt/${group.id}`}>{title}</Link> : <b>{title}</b>}
          {group.questionTextTh !== null && (
            <p className="quiet">{f.content(group.questionTextTh, group.questionTextEn)}</p>
          )}
          <p className="quiet">
            {group.receiptNo !== null && `${t('history.number', { number: group.receiptNo })} · `}
            {f.shortDate(group.at)}
          </p>
        </div>
        <b className={css.entries}>{t('unit.entries', { count: f.number(numbers.length) })}</b>
      </div>
      {isVoid && (
        <div className={css.cancelled}>
          <p>{t('tickets.void')}</p>
          {group.note !== null && <p>{t('tickets.voidNote', { note: group.note })}</p>}
        </div>
      )}
      <ul id={id} className={css.numbers}>
        {shown.map(number => (
          <li key={number}>{isVoid ? <s>{number}</s> : number}</li>
        ))}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          className={css.toggle}
          aria-expanded={all}
          aria-controls={id}
          onClick={() => setAll(!all)}
        >
          {all ? t('tickets.fewer') : t('tickets.all', { count: f.number(hidden) })}
        </button>
      )}
    </li>
  )
}
