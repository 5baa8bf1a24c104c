import { assertNever } from '#contract/assert-never.ts'
import type { ReceiptEntry } from '#src/state/types.ts'
import { Chip } from './chip.tsx'
import { useText } from './use-text.ts'

/** The status of a receipt: still on this phone, under review, or decided. */
export function ReceiptChip({ entry }: { entry: ReceiptEntry }) {
  const { t, f } = useText()
  const { receipt, queued } = entry
  if (queued !== null) {
    switch (queued.state) {
      case 'queued':
        return <Chip tone="here" icon="clock" text={t('status.queued')} />
      case 'sending':
        return (
          <Chip
            tone="here"
            icon="send"
            text={
              queued.progress === null
                ? t('status.sending')
                : t('status.sendingPercent', { percent: Math.round(queued.progress * 100) })
            }
          />
        )
      case 'waiting-sign-in':
        return <Chip tone="here" icon="user" text={t('status.signIn')} />
      case 'needs-you':
        return <Chip tone="bad" icon="warning" text={t('status.needsYou')} />
      default:
        return assertNever(queued.state)
    }
  }
  switch (receipt.status) {
    case 'pending':
      return <Chip tone="wait" icon="clock" text={t('status.pending')} />
    case 'approved':
      return (
        <Chip tone="good" icon="check" text={t('status.approved', { count: f.number(receipt.rights) })} />
      )
    case 'rejected':
      return <Chip tone="bad" icon="cross" text={t('status.rejected')} />
    case 'void':
      return <Chip tone="none" text={t('status.void')} />
    default:
      return assertNever(receipt.status)
  }
}
