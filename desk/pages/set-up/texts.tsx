import { Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.tsx'
import { Heading } from '../../ui/heading.tsx'
import { List } from '../../ui/list.tsx'
import { Reading } from '../../ui/reading.tsx'

type Pair = { readonly key: string; readonly th: string; readonly en: string }

const SHOWN = 100

const load = async (): Promise<readonly Pair[]> => (await import('./app-texts.ts')).allTexts()

export function AppTexts() {
  const { t } = useTexts()
  const texts = useQuery({ queryKey: ['app-texts'], queryFn: load, staleTime: Number.POSITIVE_INFINITY })
  return (
    <Stack>
      <Heading size="h5">{t('set-up.texts.database')}</Heading>
      <Text size="sm">{t('set-up.texts.database.text')}</Text>
      <Heading size="h5">{t('set-up.texts.app')}</Heading>
      <Text size="sm">{t('set-up.texts.how')}</Text>
      <Reading of={texts}>{pairs => <Table pairs={pairs} />}</Reading>
    </Stack>
  )
}

function Table({ pairs }: { readonly pairs: readonly Pair[] }) {
  const { t, number } = useTexts()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = pairs.filter(pair =>
    [pair.key, pair.th, pair.en].some(one => one.toLowerCase().includes(wanted)),
  )
  return (
    <>
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
        heads={[t('exports.lang.th'), t('exports.lang.en'), t('list.name')]}
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
    </>
  )
}
