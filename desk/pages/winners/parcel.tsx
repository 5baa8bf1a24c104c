import { Autocomplete, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { is } from 'valibot'
import { CARRIER_MAX, type DeliveryChange, trackingNo as trackingSchema } from '#contract/desk/winners.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Mark, type StepProps, useDelivery } from './step.tsx'

/** Suggested carriers. The person can also type any other name. */
const carriers = ['ไปรษณีย์ไทย', 'Flash Express', 'KEX Express', 'J&T Express', 'DHL eCommerce', 'Ninja Van']

export function Parcel({ winner, mayChange }: StepProps) {
  const { t, time } = useTexts()
  const { shippedAt, receivedAt, carrier, trackingNo } = winner
  const { change, record } = useDelivery(winner)
  return (
    <Panel order={4} title={t('winners.parcel')}>
      <Text size="sm">
        {shippedAt === null ? t('winners.to-ship') : t('winners.shipped', { time: time(shippedAt) })}
      </Text>
      {trackingNo !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {carrier} {trackingNo}
        </Text>
      )}
      {mayChange && receivedAt === null && (
        <Sending key={winner.version} winner={winner} isBusy={change.isPending} send={record} />
      )}
      {mayChange && shippedAt !== null && receivedAt === null && (
        <Group>
          <Mark
            label={t('winners.unship')}
            isUndo
            isBusy={change.isPending}
            onClick={() => record({ change: 'unship' })}
          />
        </Group>
      )}
      {change.isError && <Failure error={change.error} />}
    </Panel>
  )
}

type SendingProps = Pick<StepProps, 'winner'> & {
  readonly isBusy: boolean
  readonly send: (change: DeliveryChange) => void
}

function Sending({ winner, isBusy, send }: SendingProps) {
  const { t } = useTexts()
  const [carrier, setCarrier] = useState(winner.carrier ?? '')
  const [number, setNumber] = useState(winner.trackingNo ?? '')
  const isWrong = number.trim() !== '' && !is(trackingSchema, number)
  const isComplete = carrier.trim() !== '' && is(trackingSchema, number)
  return (
    <Form submit={() => isComplete && send({ change: 'ship', carrier: carrier.trim(), trackingNo: number })}>
      <Stack gap="xs" maw={420}>
        <Autocomplete
          label={t('winners.carrier')}
          data={carriers}
          value={carrier}
          onChange={setCarrier}
          maxLength={CARRIER_MAX}
          required
        />
        <TextInput
          label={t('winners.tracking')}
          description={t('winners.tracking.hint')}
          value={number}
          onChange={event => setNumber(event.target.value)}
          error={isWrong && t('winners.tracking.wrong')}
          maxLength={60}
          autoComplete="off"
          required
        />
        {winner.shippedAt === null && <Note size="xs">{t('winners.ship.hint')}</Note>}
        <Group>
          <Button type="submit" disabled={!isComplete} loading={isBusy}>
            {t(winner.shippedAt === null ? 'winners.ship' : 'winners.correct')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

export function HandOver({ winner, mayChange }: StepProps) {
  const { t, time } = useTexts()
  const { change, record } = useDelivery(winner)
  const { receivedAt } = winner
  return (
    <Panel order={4} title={t('winners.handover')}>
      <Text size="sm">
        {receivedAt === null ? t('winners.not-received') : t('winners.received', { time: time(receivedAt) })}
      </Text>
      {change.isError && <Failure error={change.error} />}
      {mayChange && (
        <Group>
          <Mark
            label={t(receivedAt === null ? 'winners.receive' : 'winners.unreceive')}
            isUndo={receivedAt !== null}
            isBusy={change.isPending}
            onClick={() => record({ change: 'receive', done: receivedAt === null })}
          />
        </Group>
      )}
    </Panel>
  )
}
