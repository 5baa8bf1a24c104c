import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { useText } from '#src/ui/use-text.ts'

/** If jobs are queued, asks whether to keep or delete them. */
export function LogOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { session, outbox } = useApp()
  const { t, f } = useText(accountTexts)
  const [busy, setBusy] = useState(false)
  const unsent = outbox.waiting.value + outbox.attention.value

  function logout(what: 'keep' | 'discard') {
    setBusy(true)
    void session.logout(what)
  }

  return (
    <Dialog title={t('profile.logout')} busy={busy} onClose={onClose}>
      <p>{unsent === 0 ? t('profile.logoutText') : t('profile.logoutUnsent', { count: f.number(unsent) })}</p>
      {outbox.volatile.value > 0 && (
        <Notice severity="warning" title={t('profile.logoutVolatile', { count: outbox.volatile.value })} />
      )}
      <DialogButtons>
        {unsent === 0 ? (
          <Button kind="secondary" disabled={busy} onClick={onClose}>
            {t('action.cancel')}
          </Button>
        ) : (
          <Button kind="danger" disabled={busy} onClick={() => logout('discard')}>
            {t('profile.logoutDiscard')}
          </Button>
        )}
        <Button busy={busy} onClick={() => logout('keep')}>
          {unsent === 0 ? t('profile.logout') : t('profile.logoutKeep')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
