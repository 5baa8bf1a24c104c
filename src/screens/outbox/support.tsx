import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import { useText } from '#src/ui/use-text.ts'
import css from './outbox.module.css'

/** The latest state changes of the outbox, which a customer can read out to support. */
export function Support() {
  const { outbox } = useApp()
  const { t, f } = useText(writeTexts)
  const [open, setOpen] = useState(false)
  const changes = open ? [...outbox.transitions()].reverse() : []
  return (
    <details className={css.support} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('outbox.support')}</summary>
      <p>{t('outbox.supportText')}</p>
      <ol>
        {changes.map(({ at, job, from, to, on, why }) => (
          <li key={`${at} ${job} ${from} ${to}`}>
            {f.dateTime(at)} {job.slice(-6)} {from} → {to} ({why === null ? on : `${on}, ${why}`})
          </li>
        ))}
      </ol>
    </details>
  )
}
