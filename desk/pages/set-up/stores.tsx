import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { storeColumns } from '#contract/store-columns.ts'
import { useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { csvOf, saveCsv } from '../../ui/csv.ts'
import { List } from '../../ui/list.tsx'
import { Note } from '../../ui/note.tsx'
import { Reading } from '../../ui/reading.tsx'
import type { TabProps } from './change-dialog.tsx'
import { StoresDialog } from './stores-dialog.tsx'

type Store = DeskAnswer<'setUpStores'>['stores'][number]

const SHOWN = 200

export function Stores(tab: TabProps) {
  const stores = useRead('setUpStores')
  return <Reading of={stores}>{({ stores: all }) => <AllStores all={all} {...tab} />}</Reading>
}

function AllStores({ all, data, mayChange, done }: TabProps & { readonly all: readonly Store[] }) {
  const { t, time, number } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const found = all.filter(store => matches(store, text))
  return (
    <Stack>
      <Group>
        {mayChange && <Button onClick={() => setIsOpen(true)}>{t('set-up.stores.import')}</Button>}
        <Button variant="default" onClick={() => saveCsv('stores.csv', fileOf(all))}>
          {t('set-up.stores.export')}
        </Button>
      </Group>
      <Text size="sm">
        {t('set-up.stores.count', {
          active: number(all.filter(({ active }) => active).length),
          all: number(all.length),
        })}
      </Text>
      <TextInput
        label={t('set-up.stores.search')}
        value={text}
        onChange={event => setText(event.target.value)}
        maw={360}
      />
      {found.length > SHOWN && (
        <Text size="sm">{t('set-up.stores.first', { count: number(SHOWN), all: number(found.length) })}</Text>
      )}
      <List
        label={t('set-up.tab.stores')}
        heads={[
          t('set-up.stores.code'),
          t('list.store'),
          t('list.province'),
          t('set-up.stores.hint-no'),
          t('list.state'),
          t('set-up.stores.pin'),
        ]}
        rows={found.slice(0, SHOWN).map(store => ({
          key: store.code,
          cells: [
            store.code,
            `${store.nameTh} ${store.branch}`,
            store.province,
            store.receiptNoHint ?? '',
            <Badge key="state" variant="light" color={store.active ? 'green' : 'gray'}>
              {t(store.active ? 'set-up.stores.active' : 'set-up.stores.inactive')}
            </Badge>,
            store.pinSetAt === null ? t('set-up.stores.pin.none') : time(store.pinSetAt),
          ],
        }))}
      />
      <Note>{t('set-up.stores.pins')}</Note>
      {isOpen && <StoresDialog data={data} done={done} close={() => setIsOpen(false)} />}
    </Stack>
  )
}

function matches(store: Store, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  const { code, chain, nameTh, nameEn, branch, province } = store
  return [code, chain, nameTh, nameEn, branch, province].some(one => one?.toLowerCase().includes(wanted))
}

const fileOf = (stores: readonly Store[]): string =>
  csvOf([
    storeColumns,
    ...stores.map(store =>
      storeColumns.map(column => (column === 'active' ? Number(store.active) : (store[column] ?? ''))),
    ),
  ])
