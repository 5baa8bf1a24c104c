import { Alert, Anchor, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { List } from '../../ui/list.tsx'

/** The text of the last search, so that it is still shown after a look at a customer. Never stored. */
let last = ''

/** Finds customers. */
export function Search() {
  const { t, time } = useTexts()
  const [typed, setTyped] = useState(last)
  const [text, setText] = useState(last)
  const found = useRead('findCustomers', { body: { text } }, { enabled: text !== '' })
  return (
    <Stack>
      <form
        onSubmit={event => {
          event.preventDefault()
          last = typed.trim()
          setText(last)
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
      </form>
      {found.isError && <Failure error={found.error} retry={() => void found.refetch()} />}
      <div role="status">
        {found.data?.customers.length === 0 && <Text>{t('customers.none', { text })}</Text>}
        {found.data?.more && <Alert color="yellow">{t('customers.more')}</Alert>}
      </div>
      {found.data && found.data.customers.length > 0 && (
        <List
          label={t('page.customers')}
          heads={[t('customers.name'), t('customers.phone'), t('customers.status'), t('customers.joined')]}
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
