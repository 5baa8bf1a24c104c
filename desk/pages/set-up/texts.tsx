import { Loader, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { List } from '../../ui/list.tsx'

type Pair = { readonly key: string; readonly th: string; readonly en: string }

const SHOWN = 100

const load = async (): Promise<readonly Pair[]> => (await import('./app-texts.ts')).allTexts()

export function AppTexts() {
  const { t, number } = useTexts()
  const texts = useQuery({ queryKey: ['app-texts'], queryFn: load, staleTime: Number.POSITIVE_INFINITY })
  const [text, setText] = useState('')
  if (texts.isPending) return <Loader role="status" aria-label={t('desk.loading')} />
  if (texts.isError) return <Failure error={texts.error} retry={() => void texts.refetch()} />
  const wanted = text.trim().toLowerCase()
  const found = texts.data.filter(pair =>
    [pair.key, pair.th, pair.en].some(one => one.toLowerCase().includes(wanted)),
  )
  return (
    <Stack>
      <Title order={3} size="h5">
        {t('set-up.texts.database')}
      </Title>
      <Text size="sm">{t('set-up.texts.database.text')}</Text>
      <Title order={3} size="h5">
        {t('set-up.texts.app')}
      </Title>
      <Text size="sm">{t('set-up.texts.how')}</Text>
      <TextInput
        label={t('set-up.texts.search')}
        value={text}
        onChange={event => setText(event.target.value)}
        maw={480}
      />
      <Text size="sm" role="status">
        {t('set-up.texts.found', { count: number(found.length) })}
        {found.length > SHOWN &&
          ` · ${t('set-up.stores.first', { count: number(SHOWN), all: number(found.length) })}`}
      </Text>
      <List
        label={t('set-up.texts.app')}
        heads={[t('set-up.texts.th'), t('set-up.texts.en'), t('set-up.texts.key')]}
        rows={found.slice(0, SHOWN).map(({ key, th, en }) => ({
          key,
          cells: [
            <span key="th" lang="th">
              {th}
            </span>,
            <span key="en" lang="en">
              {en}
            </span>,
            <Text key="key" size="xs" miw={180} style={{ overflowWrap: 'anywhere' }}>
              {key}
            </Text>,
          ],
        }))}
      />
    </Stack>
  )
}
