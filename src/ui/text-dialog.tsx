import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogButtons } from './dialog.tsx'
import css from './text-dialog.module.css'
import { useText } from './use-text.ts'

/** Dialog with a long text, shown as a list with one item per line. */
export function TextDialog({
  title,
  text,
  foot,
  more,
  onClose,
}: {
  readonly title: string
  readonly text: string
  readonly foot?: string | undefined
  /** Link shown below the text. */
  readonly more?: ReactNode
  readonly onClose: () => void
}) {
  const { t } = useText()
  return (
    <Dialog title={title} onClose={onClose}>
      <ol className={css.points}>
        {text.split('\n').map(point => (
          <li key={point}>{point}</li>
        ))}
      </ol>
      {foot && <p className={css.foot}>{foot}</p>}
      {more && <p className={css.more}>{more}</p>}
      <DialogButtons>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </DialogButtons>
    </Dialog>
  )
}
