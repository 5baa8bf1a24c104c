import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { Celebrate } from '#src/ui/art/celebrate.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import css from './welcome.module.css'

/** Shown once on home, as the last step of the registration (spec S4). */
export function Welcome() {
  const { drafts, receipts } = useApp()
  const { t } = useText()
  const [name, setName] = useState(() => drafts.read('welcome'))
  if (typeof name !== 'string') return null
  const close = () => {
    drafts.write('welcome', null)
    setName(null)
  }
  return (
    <Dialog title={t('register.doneTitle')} onClose={close} centred>
      <div className={css.welcome}>
        <Celebrate />
        <p>{t('register.doneText', { name })}</p>
      </div>
      <DialogButtons>
        <Button kind="secondary" onClick={close}>
          {t('action.close')}
        </Button>
        {receipts.offered.value && (
          <ButtonLink href="/receipt" icon="camera" onClick={close}>
            {t('register.first')}
          </ButtonLink>
        )}
      </DialogButtons>
    </Dialog>
  )
}
