import { assertNever } from '#contract/assert-never.ts'
import type { ReceiptEntry } from '#src/state/types.ts'
import { Chip } from './chip.tsx'
import { useText } from './use-text.ts'
import { writeStatus } from './write-status.ts'

export function ReceiptChip({ entry }: { entry: ReceiptEntry }) {
  const { t, f } = useText()
  const { receipt, queued } = entry
  const write = queued === null ? null : writeStatus(queued)
  if (queued !== null && write !== null && queued.settledAt === null) {
    const percent = write.label === 'status.sending' ? queued.progress : null
    const text =
      percent === null ? t(write.label) : t('status.sendingPercent', { percent: Math.round(percent * 100) })
    return <Chip tone={write.tone} icon={write.icon} text={text} />
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
