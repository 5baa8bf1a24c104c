import { Anchor, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { riskCodes } from '#contract/desk/quality.ts'
import type { DeskQuery } from '#contract/desk-calls.ts'
import { call } from '../../api/call.ts'
import { useMe, usePages } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { List } from '../../ui/list.tsx'
import { More, Reading } from '../../ui/reading.tsx'
import { ageOf } from '../review/counters.tsx'

type Filter = Pick<DeskQuery<'reviewQueue'>, 'reason' | 'held'>

export function Queue() {
  const texts = useTexts()
  const { t, number, language } = texts
  const { data: me } = useMe()
  const [filter, setFilter] = useState<Filter>({})
  const queue = usePages(['reviewQueue', filter], after =>
    call('reviewQueue', { query: { ...filter, after } }),
  )
  const isFiltered = filter.reason !== undefined || filter.held !== undefined
  const maySeeCustomers = me?.permissions.includes('customers') ?? false
  return (
    <Stack>
      <Text>{t('quality.queue.text')}</Text>
      <Filters filter={filter} setFilter={setFilter} />
      <Reading of={queue}>
        {pages =>
          pages[0]?.receipts.length === 0 ? (
            <Text c="dimmed" role="status">
              {t(isFiltered ? 'quality.none-filtered' : 'today.queue-empty')}
            </Text>
          ) : (
            <List
              label={t('quality.tab.queue')}
              heads={[
                t('quality.risk'),
                t('quality.reasons'),
                t('list.store'),
                t('list.number'),
                t('list.amount'),
                t('quality.waiting'),
                t('quality.holder'),
                ...(maySeeCustomers ? [t('list.customer')] : []),
              ]}
              rows={pages
                .flatMap(page => page.receipts)
                .map(row => ({
                  key: row.receiptId,
                  cells: [
                    number(row.risk),
                    row.reasons.map(code => t(`quality.code.${code}`)).join(' · '),
                    row.store[language],
                    row.receiptNo,
                    number(row.baht),
                    ageOf(row.waitedMs, texts),
                    row.holder ?? t('quality.filter.held.no'),
                    ...(maySeeCustomers
                      ? [
                          <Anchor
                            key="customer"
                            component={Link}
                            href={`/customers/${row.customerId}`}
                            size="sm"
                          >
                            {t('quality.see-customer', { no: row.receiptNo })}
                          </Anchor>,
                        ]
                      : []),
                  ],
                }))}
            />
          )
        }
      </Reading>
      <More of={queue} />
    </Stack>
  )
}

const holders = ['yes', 'no'] as const

type FiltersProps = { readonly filter: Filter; readonly setFilter: (filter: Filter) => void }

function Filters({ filter, setFilter }: FiltersProps) {
  const { t } = useTexts()
  const all = { value: 'all', label: t('quality.filter.all') }
  return (
    <Group align="flex-end">
      <Select
        label={t('quality.filter.reason')}
        data={[all, ...riskCodes.map(value => ({ value, label: t(`quality.code.${value}`) }))]}
        value={filter.reason ?? 'all'}
        onChange={value => setFilter({ ...filter, reason: riskCodes.find(code => code === value) })}
        allowDeselect={false}
        w={320}
      />
      <Select
        label={t('quality.filter.held')}
        data={[all, ...holders.map(value => ({ value, label: t(`quality.filter.held.${value}`) }))]}
        value={filter.held ?? 'all'}
        onChange={value => setFilter({ ...filter, held: holders.find(one => one === value) })}
        allowDeselect={false}
        w={200}
      />
    </Group>
  )
}
