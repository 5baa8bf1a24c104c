import { Anchor, Stack, Tabs, Title } from '@mantine/core'
import { Link } from 'wouter'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Reading } from '../../ui/reading.tsx'
import { Card } from './card.tsx'
import { DataRequests } from './data-requests.tsx'
import { Actions, Consents, Messages, Tickets } from './lists.tsx'
import { Notes } from './notes.tsx'
import { Receipts } from './receipts.tsx'
import { CustomerSessions } from './sessions.tsx'
import { Timeline } from './timeline.tsx'

export function Customer({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const customer = useRead('customer', { params: { id } })
  return (
    <Stack>
      <Anchor component={Link} href="/customers">
        {t('customers.back')}
      </Anchor>
      <Reading of={customer}>{data => <Details id={id} data={data} />}</Reading>
    </Stack>
  )
}

function Details({ id, data }: { readonly id: string; readonly data: DeskAnswer<'customer'> }) {
  const { t } = useTexts()
  const { data: me } = useMe()
  const mayChange = me?.permissions.includes('customers-change') ?? false
  const contents = {
    timeline: <Timeline id={id} />,
    notes: <Notes id={id} notes={data.notes} mayAdd={mayChange && data.card.status !== 'cancelled'} />,
    receipts: <Receipts id={id} />,
    tickets: <Tickets tickets={data.tickets} />,
    consents: <Consents consents={data.consents} />,
    messages: <Messages messages={data.messages} />,
    sessions: <CustomerSessions id={id} sessions={data.sessions} mayChange={mayChange} />,
    actions: <Actions actions={data.actions} />,
  }
  return (
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
        {tabs.map(tab => (
          <Tabs.Panel key={tab} value={tab} pt="md">
            {contents[tab]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

const tabs = [
  'timeline',
  'notes',
  'receipts',
  'tickets',
  'consents',
  'messages',
  'sessions',
  'actions',
] as const

const nameOf = ({ card }: DeskAnswer<'customer'>): string =>
  [card.firstName, card.lastName].filter(Boolean).join(' ') || card.lineName || card.id
