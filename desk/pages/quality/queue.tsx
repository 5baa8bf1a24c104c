import { Anchor, Button, Group, Loader, Select, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { riskCodes } from '#contract/desk/quality.ts'
import type { DeskQuery } from '#contract/desk-calls.ts'
import { call } from '../../api/call.ts'
import { useMe } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { List } from '../../ui/list.tsx'
import { ageOf } from '../review/counters.tsx'

type Filter = Pick<DeskQuery<'reviewQueue'>, 'reason' | 'held'>

export function Queue() {
  const texts = useTexts()
  const { t, number, language } = texts
  const { data: me } = useMe()
  const [filter, setFilter] = useState<Filter>({})
  const queue = useInfiniteQuery({
    queryKey: ['reviewQueue', filter],
    queryFn: ({ pageParam }) =>
      call('reviewQueue', { query: pageParam === null ? filter : { ...filter, after: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
  })
  const rows = queue.data?.pages.flatMap(page => page.receipts) ?? []
  const maySeeCustomers = me?.permissions.includes('customers') ?? false
  return (
    <Stack>
      <Text>{t('quality.queue.text')}</Text>
      <Filters filter={filter} setFilter={setFilter} />
      {queue.isPending && <Loader role="status" aria-label={t('desk.loading')} />}
      {queue.isError && <Failure error={queue.error} retry={() => void queue.refetch()} />}
      {queue.data && rows.length === 0 && (
        <Text c="dimmed" role="status">
          {t(Object.keys(filter).length > 0 ? 'quality.none-filtered' : 'today.queue-empty')}
        </Text>
      )}
      {rows.length > 0 && (
        <List
          label={t('quality.tab.queue')}
          heads={[
            t('quality.risk'),
            t('quality.reasons'),
            t('quality.store'),
            t('quality.number'),
            t('quality.baht'),
            t('quality.waiting'),
            t('quality.holder'),
            ...(maySeeCustomers ? [t('quality.customer')] : []),
          ]}
          rows={rows.map(row => ({
            key: row.receiptId,
            cells: [
              number(row.risk),
              row.reasons.map(code => t(`quality.code.${code}`)).join(' · '),
              row.store[language],
              row.receiptNo,
              number(row.baht),
              ageOf(row.waitedMs, texts),
              row.holder ?? t('quality.free'),
              ...(maySeeCustomers
                ? [
                    <Anchor key="customer" component={Link} href={`/customers/${row.customerId}`} size="sm">
                      {t('quality.see-customer', { no: row.receiptNo })}
                    </Anchor>,
                  ]
                : []),
            ],
          }))}
        />
      )}
      {queue.hasNextPage && (
        <Button
          variant="default"
          loading={queue.isFetchingNextPage}
          onClick={() => void queue.fetchNextPage()}
        >
          {t('desk.more')}
        </Button>
      )}
    </Stack>
  )
}

type FiltersProps = { readonly filter: Filter; readonly setFilter: (filter: Filter) => void }

function Filters({ filter, setFilter }: FiltersProps) {
  const { t } = useTexts()
  const all = { value: 'all', label: t('quality.filter.all') }
  const set = (reason: Filter['reason'], held: Filter['held']) =>
    setFilter({ ...(reason === undefined ? {} : { reason }), ...(held === undefined ? {} : { held }) })
  return (
    <Group align="flex-end">
      <Select
        label={t('quality.filter.reason')}
        data={[all, ...riskCodes.map(value => ({ value, label: t(`quality.code.${value}`) }))]}
        value={filter.reason ?? 'all'}
        onChange={value =>
          set(
            riskCodes.find(code => code === value),
            filter.held,
          )
        }
        allowDeselect={false}
        w={320}
      />
      <Select
        label={t('quality.filter.held')}
        data={[
          all,
          ...(['yes', 'no'] as const).map(value => ({ value, label: t(`quality.filter.held.${value}`) })),
        ]}
        value={filter.held ?? 'all'}
        onChange={value =>
          set(
            filter.reason,
            (['yes', 'no'] as const).find(one => one === value),
          )
        }
        allowDeselect={false}
        w={200}
      />
    </Group>
  )
}
