import { useState } from 'react'
import { useLocation } from 'wouter'
import { useApp } from '#src/app-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/dialog.tsx'
import { failureText } from '#src/ui/failure.tsx'
import { useHere } from '#src/ui/use-here.ts'
import { useText } from '#src/ui/use-text.ts'

/** Taking a receipt back before it is approved, after a question. */
export function Withdraw({ id }: { readonly id: string }) {
  const { receipts, toasts } = useApp()
  const { t } = useText()
  const [, navigate] = useLocation()
  const here = useHere()
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
        if (here()) navigate('/receiptHistory', { replace: true })
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
