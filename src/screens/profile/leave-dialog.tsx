import { useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { accountTexts } from '#src/i18n/th/account.ts'
import { type Failure, isRefused } from '#src/ports.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { FailureNotice } from '#src/ui/failure.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { SelectField } from '#src/ui/select-field.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'

const reasons = ['NO_INTEREST', 'PRIVACY', 'TOO_HARD', 'OTHER'] as const
type Reason = (typeof reasons)[number]

/** To leave the campaign, the customer must be online and type a word. */
export function LeaveDialog({ onClose }: { readonly onClose: () => void }) {
  const { session, outbox } = useApp()
  const { t } = useText(accountTexts)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState<Reason | ''>('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const offline = outbox.connection.value === 'unreachable'
  const word = t('profile.leaveWord')

  async function leave() {
    setBusy(true)
    setFailure(null)
    const reply = await session.cancel(reason === '' ? {} : { reason })
    setBusy(false)
    if (!reply.ok) setFailure(reply.failure)
  }

  return (
    <Dialog title={t('profile.leave')} busy={busy} onClose={onClose}>
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
      <DialogButtons>
        <Button kind="secondary" disabled={busy} onClick={onClose}>
          {t('action.back')}
        </Button>
        <Button
          kind="danger"
          busy={busy}
          disabled={offline || typed.trim() !== word}
          onClick={() => void leave()}
        >
          {t('profile.leave')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
