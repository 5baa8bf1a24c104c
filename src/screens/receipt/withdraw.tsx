import { useState } from 'react'
import { useLocation } from 'wouter'
import { useApp } from '#src/app-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { failureText } from '#src/ui/failure.tsx'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
import { useText } from '#src/ui/use-text.ts'

/** Button with a confirmation dialog to withdraw a receipt before it is approved. */
export function Withdraw({ id }: { readonly id: string }) {
  const { receipts, toasts } = useApp()
  const { t } = useText()
  const [, navigate] = useLocation()
  const isMounted = useIsMounted()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  async function withdraw() {
    setBusy(true)
    const result = await receipts.withdraw(id)
    setBusy(false)
    setAsking(false)
    switch (result.state) {
      case 'received':
      case 'queued':
        toasts.show('success', t('receipt.withdrawn'))
        if (isMounted()) navigate('/receiptHistory', { replace: true })
        return
      case 'refused':
        toasts.show('error', failureText(t, result.failure))
        return
      case 'unsaved':
        toasts.show('error', t(`receipt.unsaved.${result.reason}`))
    }
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
            <Button kind="danger" busy={busy} onClick={() => void withdraw()}>
              {t('receipt.withdraw')}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  )
}
