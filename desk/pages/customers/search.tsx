import { Alert, Anchor, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useKept, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Form } from '../../ui/form.tsx'
import { List } from '../../ui/list.tsx'

export function Search() {
  const { t, time } = useTexts()
  // The search text is kept while the person visits a customer's page, but it is never stored.
  const [text, setText] = useKept('search', '')
  const [typed, setTyped] = useState(text)
  const found = useRead('findCustomers', { body: { text } }, { enabled: text !== '' })
  return (
    <Stack>
      <Form
        submit={() => {
          const wanted = typed.trim()
          if (wanted !== text) setText(wanted)
          else if (wanted !== '') void found.refetch()
        }}
      >
        <Group align="flex-end">
          <TextInput
            style={{ flex: '1 1 260px' }}
            maw={480}
            type="search"
            label={t('customers.search')}
            description={t('customers.search.hint')}
            value={typed}
            onChange={event => setTyped(event.target.value)}
            maxLength={100}
            autoComplete="off"
          />
          <Button type="submit" loading={found.isFetching}>
            {t('customers.find')}
          </Button>
        </Group>
      </Form>
      {found.isError && <Failure error={found.error} retry={() => void found.refetch()} />}
      <div role="status">
        {found.data?.customers.length === 0 && <Text>{t('customers.none', { text })}</Text>}
        {found.data?.more && <Alert color="yellow">{t('customers.more')}</Alert>}
      </div>
      {found.data && found.data.customers.length > 0 && (
        <List
          label={t('page.customers')}
          heads={[t('list.name'), t('list.phone'), t('list.status'), t('customers.joined')]}
          rows={found.data.customers.map(one => ({
            key: one.id,
            cells: [
              <Anchor key="name" component={Link} href={`/customers/${one.id}`}>
                {one.name || one.id}
              </Anchor>,
              one.phoneEnd && `••• ${one.phoneEnd}`,
              <Group key="status" gap="xs">
                {t(`customers.status.${one.status}`)}
                {one.isBlocked && <Badge color="red">{t('customers.blocked')}</Badge>}
              </Group>,
              time(one.joinedAt),
            ],
          }))}
        />
      )}
    </Stack>
  )
}
