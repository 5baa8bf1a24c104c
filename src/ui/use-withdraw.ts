import { useApp } from '#src/app-context.ts'
import { failureText } from './failure.tsx'
import { useText } from './use-text.ts'

/**
 * The returned function resolves with false if the withdrawal was refused or could not be queued. Only the server's
 * answer makes the receipt withdrawn.
 */
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
        // Another tab has deleted the withdrawal, so the receipt still counts.
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
