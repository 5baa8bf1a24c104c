import { useState } from 'react'
import { accountTexts } from '#src/i18n/th/account.ts'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { LogOutDialog } from './log-out-dialog.tsx'
import css from './profile.module.css'
import { WithdrawDialog } from './withdraw-dialog.tsx'

/** Buttons to log out and to leave the campaign, with their dialogs. */
export function Leave() {
  const { t } = useText(accountTexts)
  const [open, setOpen] = useState<'logout' | 'withdraw' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={css.leave}>
      <Button wide kind="secondary" onClick={() => setOpen('logout')}>
        {t('profile.logout')}
      </Button>
      <Button wide kind="quiet" onClick={() => setOpen('withdraw')}>
        {t('profile.withdraw')}
      </Button>
      {open === 'logout' && <LogOutDialog onClose={close} />}
      {open === 'withdraw' && <WithdrawDialog onClose={close} />}
    </div>
  )
}
