import { useState } from 'react'
import { accountTexts } from '#src/i18n/th/account.ts'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { LogOutDialog } from './log-out-dialog.tsx'
import css from './profile.module.css'

export function Leave() {
  const { t } = useText(accountTexts)
  const [open, setOpen] = useState<'logout' | 'leave' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={css.leave}>
      <Button wide kind="secondary" onClick={() => setOpen('logout')}>
        {t('profile.logout')}
      </Button>
      <Button wide kind="quiet" onClick={() => setOpen('leave')}>
        {t('profile.leave')}
      </Button>
      {open === 'logout' && <LogOutDialog onClose={close} />}
      {open === 'leave' && <LeaveDialog onClose={close} />}
    </div>
  )
}
