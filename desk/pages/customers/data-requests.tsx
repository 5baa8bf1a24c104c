import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useChange, useMe } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'

type Kind = 'export' | 'erase'

/** Requests a complete copy or the erasure of a customer's data, which another manager must approve. */
export function DataRequests({ card }: { readonly card: DeskAnswer<'customer'>['card'] }) {
  const { t } = useTexts()
  const { data: me } = useMe()
  const [open, setOpen] = useState<Kind | null>(null)
  const [isAsked, setAsked] = useState(false)
  const kinds: Kind[] = [
    ...(me?.permissions.includes('export') ? (['export'] as const) : []),
    // The data of a customer who has left is already erased.
    ...(me?.permissions.includes('customers-change') && card.status !== 'cancelled'
      ? (['erase'] as const)
      : []),
  ]
  if (kinds.length === 0) return null
  return (
    <Stack gap="xs">
      <Group role="group" aria-label={t('customers.data')}>
        {kinds.map(kind => (
          <Button key={kind} variant="default" onClick={() => setOpen(kind)}>
            {t(`customers.data.${kind}`)}
          </Button>
        ))}
      </Group>
      <div role="status">
        {isAsked && (
          <Alert color="green">
            {t('customers.data.asked')}{' '}
            <Anchor component={Link} href="/approvals" size="sm">
              {t('customers.data.see')}
            </Anchor>
          </Alert>
        )}
      </div>
      {open && (
        <Ask
          kind={open}
          id={card.id}
          close={() => setOpen(null)}
          done={() => {
            setAsked(true)
            setOpen(null)
          }}
        />
      )}
    </Stack>
  )
}

type AskProps = {
  readonly kind: Kind
  readonly id: string
  readonly close: () => void
  readonly done: () => void
}

function Ask({ kind, id, close, done }: AskProps) {
  const { t } = useTexts()
  const ask = useChange('askApproval', done)
  const action = kind === 'export' ? 'export-customer' : 'erase-customer'
  return (
    <Dialog title={t(`customers.data.${kind}`)} close={close}>
      <Stack>
        <Text>{t(`customers.data.${kind}.text`)}</Text>
        {ask.isError && <Failure error={ask.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('desk.cancel')}
          </Button>
          <Button
            {...(kind === 'erase' ? { color: 'red' } : {})}
            loading={ask.isPending}
            onClick={() => ask.mutate({ body: { input: { action, customerId: id } } })}
          >
            {t('desk.ask')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
