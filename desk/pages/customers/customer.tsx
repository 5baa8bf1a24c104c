import { Anchor, Loader, Stack, Tabs, Title } from '@mantine/core'
import { Link } from 'wouter'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Card } from './card.tsx'
import { DataRequests } from './data-requests.tsx'
import { Actions, Consents, Messages, Tickets } from './lists.tsx'
import { Receipts } from './receipts.tsx'
import { CustomerSessions } from './sessions.tsx'
import { Timeline } from './timeline.tsx'

export function Customer({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const { data: me } = useMe()
  const { data, isPending, isError, error, refetch } = useRead('customer', { params: { id } })
  const mayChange = me?.permissions.includes('customers-change') ?? false
  return (
    <Stack>
      <Anchor component={Link} href="/customers">
        {t('customers.back')}
      </Anchor>
      {isPending && <Loader role="status" aria-label={t('desk.loading')} />}
      {isError && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <>
          <Title order={3}>{nameOf(data)}</Title>
          <Card card={data.card} mayChange={mayChange} />
          <DataRequests card={data.card} />
          <Tabs defaultValue="timeline" keepMounted={false}>
            <Tabs.List aria-label={nameOf(data)}>
              {tabs.map(tab => (
                <Tabs.Tab key={tab} value={tab}>
                  {t(`customers.tab.${tab}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="timeline" pt="md">
              <Timeline id={id} />
            </Tabs.Panel>
            <Tabs.Panel value="receipts" pt="md">
              <Receipts id={id} />
            </Tabs.Panel>
            <Tabs.Panel value="tickets" pt="md">
              <Tickets tickets={data.tickets} />
            </Tabs.Panel>
            <Tabs.Panel value="consents" pt="md">
              <Consents consents={data.consents} />
            </Tabs.Panel>
            <Tabs.Panel value="messages" pt="md">
              <Messages messages={data.messages} />
            </Tabs.Panel>
            <Tabs.Panel value="sessions" pt="md">
              <CustomerSessions id={id} sessions={data.sessions} mayChange={mayChange} />
            </Tabs.Panel>
            <Tabs.Panel value="actions" pt="md">
              <Actions actions={data.actions} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Stack>
  )
}

const tabs = ['timeline', 'receipts', 'tickets', 'consents', 'messages', 'sessions', 'actions'] as const

const nameOf = ({ card }: DeskAnswer<'customer'>): string =>
  [card.firstName, card.lastName].filter(Boolean).join(' ') || card.lineName || card.id
