import { useState } from 'react'
import { rewardTexts } from '#src/i18n/th/rewards.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import type { useDecision } from './use-decision.ts'

/** Returns the button and its dialog separately: the dialog stays open while its job replaces the screen's buttons. */
export function useDecline({ busy, decide }: Pick<ReturnType<typeof useDecision>, 'busy' | 'decide'>) {
  const { t } = useText(rewardTexts)
  const [asking, setAsking] = useState(false)
  async function decline() {
    await decide(false)
    setAsking(false)
  }
  return {
    button: (
      <Button wide kind="quiet" disabled={busy !== null} onClick={() => setAsking(true)}>
        {t('confirm.decline')}
      </Button>
    ),
    dialog: asking && (
      <ConfirmDialog
        title={t('confirm.declineTitle')}
        action={t('confirm.decline')}
        busy={busy !== null}
        onConfirm={() => void decline()}
        onClose={() => setAsking(false)}
      >
        <p>{t('confirm.declineText')}</p>
      </ConfirmDialog>
    ),
  }
}
