import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'

export function Decline({
  busy,
  onDecline,
  onClose,
}: {
  readonly busy: boolean
  readonly onDecline: () => void
  readonly onClose: () => void
}) {
  const { t } = useText(rewardTexts)
  return (
    <Dialog title={t('confirm.declineTitle')} busy={busy} onClose={onClose}>
      <p>{t('confirm.declineText')}</p>
      <DialogButtons>
        <Button kind="secondary" disabled={busy} onClick={onClose}>
          {t('action.back')}
        </Button>
        <Button kind="danger" busy={busy} onClick={onDecline}>
          {t('confirm.decline')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
