import { Stack, Text } from '@mantine/core'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { List } from '../../ui/list.tsx'
import { messageKindText } from './message-kinds.ts'

export function Tickets({ tickets }: { readonly tickets: DeskAnswer<'customer'>['tickets'] }) {
  const { t, time, number } = useTexts()
  return (
    <Stack gap="xs">
      <Text>{t('customers.tickets', { valid: number(tickets.valid), void: number(tickets.void) })}</Text>
      <List
        label={t('customers.tab.tickets')}
        heads={[t('customers.ticket'), t('customers.source'), t('list.state'), t('list.time')]}
        rows={tickets.newest.map(ticket => ({
          key: ticket.number,
          cells: [
            ticket.number,
            t(`customers.source.${ticket.source}`),
            t(ticket.isValid ? 'customers.valid' : 'customers.void'),
            time(ticket.createdAt),
          ],
        }))}
      />
    </Stack>
  )
}

export function Consents({ consents }: { readonly consents: DeskAnswer<'customer'>['consents'] }) {
  const { t, time } = useTexts()
  return (
    <List
      label={t('customers.tab.consents')}
      heads={[t('customers.document'), t('list.version'), t('customers.decision'), t('list.time')]}
      rows={consents.map(consent => ({
        key: consent.id,
        cells: [
          t(`customers.document.${consent.kind}`),
          consent.version,
          t(consent.granted ? 'customers.given' : 'customers.withdrawn'),
          time(consent.at),
        ],
      }))}
    />
  )
}

/** Messages of the last 30 days. */
export function Messages({ messages }: { readonly messages: DeskAnswer<'customer'>['messages'] }) {
  const { t, time } = useTexts()
  return (
    <List
      label={t('customers.tab.messages')}
      heads={[t('customers.message'), t('list.state'), t('customers.reason'), t('list.time')]}
      rows={messages.map((message, index) => ({
        key: `${message.kind} ${message.createdAt} ${index}`,
        cells: [
          t(messageKindText(message.kind)),
          t(`customers.message.${message.state}`),
          message.reason ?? '',
          time(message.settledAt ?? message.createdAt),
        ],
      }))}
    />
  )
}

export function Actions({ actions }: { readonly actions: DeskAnswer<'customer'>['actions'] }) {
  const { t, time } = useTexts()
  return (
    <List
      label={t('customers.tab.actions')}
      heads={[t('list.time'), t('list.who'), t('list.what')]}
      rows={actions.map(action => ({
        key: String(action.seq),
        cells: [time(action.at), action.actor, action.action],
      }))}
    />
  )
}
