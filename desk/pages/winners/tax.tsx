import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { TAX_PERCENT, TAXED_FROM_BAHT } from '#campaign/legal-facts.ts'
import { call } from '../../api/call.ts'
import { useAction, withFreshPasskey } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Mark, type StepProps, useDelivery } from './step.tsx'

export function Tax({ winner, mayChange }: StepProps) {
  const { t, time, number } = useTexts()
  const { change, record } = useDelivery(winner)
  const { prize, taxFormAt, taxPaidAt } = winner
  const tax = prize?.taxBaht ?? null
  const kind = tax === null ? 'unknown' : tax > 0 ? 'needed' : 'none'
  const values = {
    value: number(prize?.valueBaht ?? 0),
    percent: TAX_PERCENT,
    tax: number(tax ?? 0),
    from: number(TAXED_FROM_BAHT),
  }
  return (
    <Panel order={4} title={t('winners.tax')}>
      <Text size="sm">{t(`winners.tax.${kind}`, values)}</Text>
      {taxFormAt !== null && <Text size="sm">{t('winners.tax.form-at', { time: time(taxFormAt) })}</Text>}
      {taxPaidAt !== null && <Text size="sm">{t('winners.tax.paid-at', { time: time(taxPaidAt) })}</Text>}
      {change.isError && <Failure error={change.error} />}
      {mayChange && (
        <Group gap="xs">
          {tax !== 0 && (
            <>
              <Mark
                label={t(taxFormAt === null ? 'winners.tax.form' : 'winners.tax.unform')}
                isUndo={taxFormAt !== null}
                isBusy={change.isPending}
                onClick={() => record({ change: 'tax-form', done: taxFormAt === null })}
              />
              <Mark
                label={t(taxPaidAt === null ? 'winners.tax.paid' : 'winners.tax.unpaid')}
                isUndo={taxPaidAt !== null}
                isBusy={change.isPending}
                onClick={() => record({ change: 'tax-paid', done: taxPaidAt === null })}
              />
            </>
          )}
        </Group>
      )}
      {mayChange && <Receipt id={winner.customerId} rank={winner.rank} />}
    </Panel>
  )
}

function Receipt({ id, rank }: { readonly id: string; readonly rank: number }) {
  const { t, language } = useTexts()
  const client = useQueryClient()
  const fetched = useAction({
    mutationFn: () =>
      withFreshPasskey(client, () => call('prizeReceipt', { params: { id }, body: { language } })),
    onSuccess: blob => saveFile(blob, `prize-${rank}.html`),
  })
  return (
    <>
      {fetched.isError && <Failure error={fetched.error} />}
      <Group gap="sm">
        <Button variant="default" loading={fetched.isPending} onClick={() => fetched.mutate()}>
          {t('winners.receipt')}
        </Button>
        <Note size="xs">{t('winners.receipt.text')}</Note>
      </Group>
    </>
  )
}
