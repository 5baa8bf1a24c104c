import { Alert, Anchor, Button, Group, Loader, NativeSelect, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type WinnerFilter, winnerFilters } from '#contract/desk/winners.ts'
import { call } from '../../api/call.ts'
import { useKept } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { List } from '../../ui/list.tsx'
import { Progress, Status, type Winner } from './status.tsx'

type Wanted = { readonly prize?: string; readonly show?: WinnerFilter }

export function WinnerList() {
  const { t, language, number } = useTexts()
  // The filters are kept while the person visits a winner's page.
  const [wanted, setWanted] = useKept<Wanted>('winners', {})
  const found = useInfiniteQuery({
    queryKey: ['winners', wanted],
    queryFn: ({ pageParam }) => call('winners', { query: { ...wanted, ...pageParam } }),
    initialPageParam: {} as { readonly after?: string },
    getNextPageParam: page => (page.next === null ? undefined : { after: String(page.next) }),
  })
  const want = (change: { prize?: string; show?: string }) => {
    const { prize = wanted.prize ?? '', show = wanted.show ?? '' } = change
    const filter = winnerFilters.find(one => one === show)
    setWanted({ ...(prize === '' ? {} : { prize }), ...(filter ? { show: filter } : {}) })
  }
  const [first] = found.data?.pages ?? []
  if (first && !first.isAnnounced) return <Alert color="blue">{t('winners.hidden')}</Alert>
  const winners = found.data?.pages.flatMap(page => page.winners) ?? []
  const prizes = first?.prizes ?? []
  return (
    <Stack>
      <Group>
        <NativeSelect
          label={t('winners.prize')}
          value={wanted.prize ?? ''}
          onChange={event => want({ prize: event.target.value })}
          data={[
            { value: '', label: t('winners.all-prizes') },
            ...prizes.map(({ key, title }) => ({ value: key, label: title[language] })),
          ]}
        />
        <NativeSelect
          label={t('winners.show')}
          value={wanted.show ?? ''}
          onChange={event => want({ show: event.target.value })}
          data={[
            { value: '', label: t('winners.show.all') },
            ...winnerFilters.map(value => ({ value, label: t(`winners.show.${value}`) })),
          ]}
        />
      </Group>
      {found.isError && <Failure error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <Loader role="status" aria-label={t('desk.loading')} />}
      {first && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t('winners.shown', { count: number(winners.length) })}
          </Text>
          <Rows winners={winners} />
          {found.hasNextPage && (
            <Group>
              <Button
                variant="default"
                loading={found.isFetchingNextPage}
                onClick={() => void found.fetchNextPage()}
              >
                {t('desk.more')}
              </Button>
            </Group>
          )}
        </>
      )}
    </Stack>
  )
}

function Rows({ winners }: { readonly winners: readonly Winner[] }) {
  const { t, language } = useTexts()
  return (
    <List
      label={t('page.winners')}
      heads={(['rank', 'name', 'prize', 'status', 'progress'] as const).map(head => t(`winners.${head}`))}
      rows={winners.map(winner => ({
        key: winner.customerId,
        cells: [
          winner.rank,
          <Anchor key="name" component={Link} href={`/winners/${winner.customerId}`}>
            {winner.name || t('winners.no-name')}
          </Anchor>,
          winner.prize?.title[language] ?? '',
          <Status key="status" winner={winner} />,
          <Progress key="progress" winner={winner} />,
        ],
      }))}
    />
  )
}
