import { useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
import { useText } from '#src/ui/use-text.ts'
import { useWithdraw } from '#src/ui/use-withdraw.ts'

export function Withdraw({ id }: { readonly id: string }) {
  const { t } = useText()
  const withdraw = useWithdraw()
  const [, navigate] = useLocation()
  const isMounted = useIsMounted()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    const done = await withdraw(id)
    setBusy(false)
    setAsking(false)
    if (done && isMounted()) navigate('/receiptHistory', { replace: true })
  }

  return (
    <>
      <Button kind="quiet" icon="trash" onClick={() => setAsking(true)}>
        {t('receipt.withdraw')}
      </Button>
      {asking && (
        <Dialog title={t('receipt.withdraw')} busy={busy} onClose={() => setAsking(false)}>
          <p>{t('receipt.withdrawText')}</p>
          <DialogButtons>
            <Button kind="secondary" disabled={busy} onClick={() => setAsking(false)}>
              {t('action.back')}
            </Button>
            <Button kind="danger" busy={busy} onClick={() => void confirm()}>
              {t('receipt.withdraw')}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  )
}
