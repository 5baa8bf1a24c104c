import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { type Failure, isRefused } from '#src/ports.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { ConfirmDialog, Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { SelectField } from '#src/ui/select-field.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useBusy } from '#src/ui/use-busy.ts'
import { useText } from '#src/ui/use-text.ts'
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

const reasons = ['NO_INTEREST', 'PRIVACY', 'TOO_HARD', 'OTHER'] as const
type Reason = (typeof reasons)[number]

/** To leave the campaign, the customer must be online and type a word. */
function LeaveDialog({ onClose }: { readonly onClose: () => void }) {
  const { session, outbox } = useApp()
  const { t } = useText(accountTexts)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState<Reason | ''>('')
  const [busy, during] = useBusy()
  const [failure, setFailure] = useState<Failure | null>(null)
  const offline = outbox.connection.value === 'unreachable'
  const word = t('profile.leaveWord')

  async function leave() {
    setFailure(null)
    const reply = await during(session.cancel(reason === '' ? {} : { reason }))
    if (!reply.ok) setFailure(reply.failure)
  }

  return (
    <ConfirmDialog
      title={t('profile.leave')}
      action={t('profile.leave')}
      busy={busy}
      disabled={offline || typed.trim() !== word}
      onConfirm={() => void leave()}
      onClose={onClose}
    >
      <p>{t('profile.leaveText')}</p>
      <SelectField
        name="reason"
        label={t('profile.leaveReason')}
        optional
        placeholder={t('profile.leaveReason.NONE')}
        value={reason}
        onChange={value => setReason(value as Reason | '')}
        options={reasons.map(value => ({ value, label: t(`profile.leaveReason.${value}`) }))}
      />
      <TextField
        name="confirm"
        label={t('profile.leaveType', { word })}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
      />
      {offline && <Notice severity="warning" title={t('offline.needed')} />}
      {failure &&
        (isRefused(failure, 'DRAW_SEALED') ? (
          <Notice
            live
            severity="warning"
            title={t('profile.declineFirst')}
            action={
              <ButtonLink small kind="secondary" href="/confirm">
                {t('confirm.title')}
              </ButtonLink>
            }
          />
        ) : (
          <FailureNotice failure={failure} />
        ))}
    </ConfirmDialog>
  )
}

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
