import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { wholeNumberIn } from '#contract/amount.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Heading } from '../../ui/heading.tsx'
import { List } from '../../ui/list.tsx'
import { Note } from '../../ui/note.tsx'
import { ChangeDialog, type DialogProps, type TabProps } from './change-dialog.tsx'

type Prize = DeskAnswer<'setUp'>['prizes']['drawn'][number]

export function Prizes({ data, mayChange, done }: TabProps) {
  const { t, time, number } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const { state, committedAt, sealedAt, drawn, advertised, reserves, isSame } = data.prizes
  if (state === null) return <Text>{t('set-up.prizes.none')}</Text>
  const at = (state === 'committed' ? committedAt : sealedAt) ?? null
  return (
    <Stack>
      <Text>{t(`set-up.prizes.state.${state}`, { time: at === null ? '' : time(at) })}</Text>
      <Alert color={isSame ? 'green' : 'red'}>
        {t(isSame ? 'set-up.prizes.same' : 'set-up.prizes.differ')}
      </Alert>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Table title={t('set-up.prizes.drawn')} prizes={drawn} reserves={number(reserves)} />
        <Table title={t('set-up.prizes.advertised')} prizes={advertised} />
      </SimpleGrid>
      <Note>{t('set-up.prizes.how')}</Note>
      {mayChange && state === 'open' && (
        <Group>
          <Button onClick={() => setIsOpen(true)}>{t('set-up.prizes.set')}</Button>
        </Group>
      )}
      {isOpen && <PrizesDialog data={data} done={done} close={() => setIsOpen(false)} />}
    </Stack>
  )
}

type TableProps = { readonly title: string; readonly prizes: readonly Prize[]; readonly reserves?: string }

function Table({ title, prizes, reserves }: TableProps) {
  const { t, language, number } = useTexts()
  const rows = prizes.map(({ title: { th, en }, count }) => ({
    key: th,
    cells: [(language === 'en' ? en : null) ?? th, number(count)],
  }))
  const extra =
    reserves === undefined ? [] : [{ key: 'reserves', cells: [t('set-up.field.reserves'), reserves] }]
  return (
    <Stack gap="xs">
      <Heading size="h5">{title}</Heading>
      <List label={title} heads={[t('list.prize'), t('set-up.prizes.count')]} rows={[...rows, ...extra]} />
    </Stack>
  )
}

function PrizesDialog(common: DialogProps) {
  const { t } = useTexts()
  const [reserves, setReserves] = useState(String(common.data.prizes.reserves))
  const change = { kind: 'prizes', reserves: wholeNumberIn(reserves) } as const
  return (
    <ChangeDialog title={t('set-up.prizes.set')} change={change} {...common}>
      <TextInput
        label={t('set-up.field.reserves')}
        value={reserves}
        onChange={event => setReserves(event.target.value)}
        inputMode="numeric"
        required
        data-autofocus
      />
    </ChangeDialog>
  )
}
