import { useState } from 'react'
import { useLocation } from 'wouter'
import type { PostalAddress } from '#contract/schema/customer.ts'
import { useApp } from '#src/app-context.ts'
import { writeTexts } from '#src/i18n/th/writes.ts'
import type { Failure } from '#src/ports.ts'
import { useIsMounted } from '#src/ui/use-is-mounted.ts'
import { useText } from '#src/ui/use-text.ts'
import { thanksPath } from '#src/ui/write-paths.ts'

/** `queued` is the id of the decision's job once it is stored on the phone. */
export function useDecision() {
  const { rewards, toasts, outbox, drafts } = useApp()
  const { t } = useText(writeTexts)
  const [, navigate] = useLocation()
  const isMounted = useIsMounted()
  const [busy, setBusy] = useState<'attend' | 'decline' | null>(null)
  const [queued, setQueued] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function decide(attend: boolean, address?: PostalAddress): Promise<void> {
    setFailure(null)
    setBusy(attend ? 'attend' : 'decline')
    const result = await rewards.confirm(attend, address)
    setBusy(null)
    if (result.state === 'queued' || result.state === 'received') drafts.write('address', null)
    switch (result.state) {
      case 'refused':
        setFailure(result.failure)
        return void rewards.load()
      case 'unsaved':
        return toasts.show('error', t('receipt.unsaved'))
      case 'queued':
        return setQueued(result.id)
      case 'gone':
        return void rewards.load()
      case 'received':
        if (attend && isMounted()) return navigate(thanksPath('confirm', result), { replace: true })
        // The draw's new state shows that the server has received the decision.
        if (result.id !== null) outbox.shown(result.id)
        return void rewards.load()
    }
  }
  return { busy, queued, failure, decide }
}
