import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { BLOCK_REASON_MAX } from '#contract/desk/limits.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useChange } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Form } from '../../ui/form.tsx'
import { Birthday } from './birthday.tsx'

type Props = { readonly card: DeskAnswer<'customer'>['card']; readonly mayChange: boolean }

export function Card({ card, mayChange }: Props) {
  const { t, time, day } = useTexts()
  const none = t('customers.empty')
  return (
    <Stack gap="sm">
      {card.blockedAt !== null && (
        <Alert color="red">{t('customers.blocked.since', { time: time(card.blockedAt) })}</Alert>
      )}
      <Facts
        rows={[
          [t('list.status'), t(`customers.status.${card.status}`)],
          [t('list.phone'), card.phone ?? none],
          [t('customers.email'), card.email ?? none],
          [t('customers.birth-date'), card.birthDate === null ? none : day(card.birthDate)],
          [t('customers.address'), card.address ?? none],
          [t('customers.line-name'), card.lineName ?? none],
          [t('customers.line-id'), card.lineUserId ?? none],
          [t('customers.joined'), time(card.joinedAt)],
          ...(card.leftAt === null ? [] : [[t('customers.left'), time(card.leftAt)] as const]),
          [t('customers.id'), card.id],
        ]}
      />
      {mayChange && card.status !== 'cancelled' && (
        <Group>
          {card.status === 'registered' && <Birthday id={card.id} birthDate={card.birthDate} />}
          <Blocking id={card.id} isBlocked={card.blockedAt !== null} />
        </Group>
      )}
    </Stack>
  )
}

function Blocking({ id, isBlocked }: { readonly id: string; readonly isBlocked: boolean }) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const close = () => setOpen(false)
  const block = useChange('blockCustomer', close)
  const unblock = useChange('unblockCustomer')
  const params = { id }
  if (isBlocked)
    return (
      <Group>
        <Button variant="default" loading={unblock.isPending} onClick={() => unblock.mutate({ params })}>
          {t('customers.unblock')}
        </Button>
        {unblock.isError && <Failure error={unblock.error} />}
      </Group>
    )
  return (
    <Group>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('customers.block')}
      </Button>
      {isOpen && (
        <Dialog title={t('customers.block')} close={close}>
          <Form submit={() => block.mutate({ params, body: { reason } })}>
            <Stack>
              <Text>{t('customers.block.text')}</Text>
              <TextInput
                label={t('customers.block.reason')}
                value={reason}
                onChange={event => setReason(event.target.value)}
                maxLength={BLOCK_REASON_MAX}
                required
                data-autofocus
              />
              {block.isError && <Failure error={block.error} />}
              <Group justify="flex-end">
                <Button variant="default" onClick={close}>
                  {t('desk.cancel')}
                </Button>
                <Button type="submit" color="red" loading={block.isPending}>
                  {t('customers.block')}
                </Button>
              </Group>
            </Stack>
          </Form>
        </Dialog>
      )}
    </Group>
  )
}
