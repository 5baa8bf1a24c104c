import { useApp } from '#src/app-context.ts'
import { failureText } from './failure.tsx'
import { useText } from './use-text.ts'

/** Resolves to false if the withdrawal was refused or could not be queued. */
export function useWithdraw(): (id: string) => Promise<boolean> {
  const { receipts, outbox, toasts } = useApp()
  const { t } = useText()
  return async id => {
    const result = await receipts.withdraw(id)
    switch (result.state) {
      case 'received':
        if (result.id !== null) outbox.shown(result.id)
        toasts.show('success', t('receipt.withdrawn'))
        return true
      case 'queued':
        toasts.show('warning', t('receipt.withdrawQueued'))
        return true
      case 'gone':
        // If another tab has deleted the withdrawal, the receipt is still valid.
        if (result.id === null || outbox.find(result.id)?.route !== 'createReceipt') return false
        toasts.show('success', t('status.deleted'))
        return true
      case 'refused':
        toasts.show('error', failureText(t, result.failure))
        return false
      case 'unsaved':
        toasts.show('error', t('receipt.unsaved'))
        return false
    }
  }
}
