import type { ReactNode } from 'react'
import type { LegalSection } from '#campaign/legal-facts.ts'
import { Button } from './button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'
import { Loading } from './spinner.tsx'
import css from './text-dialog.module.css'
import { useText } from './use-text.ts'

/** `sections` is null while the text loads. */
export function TextDialog({
  title,
  sections,
  more,
  onClose,
}: {
  readonly title: string
  readonly sections: readonly LegalSection[] | null
  readonly more?: ReactNode
  readonly onClose: () => void
}) {
  const { t } = useText()
  return (
    <Dialog title={title} onClose={onClose}>
      {sections === null && <Loading />}
      <ol className={css.sections}>
        {sections?.map(({ title, points }) => (
          <li key={title}>
            {title !== '' && <h3>{title}</h3>}
            <ul>
              {points.map(point => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {more && <p className={css.more}>{more}</p>}
      <DialogButtons>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </DialogButtons>
    </Dialog>
  )
}
