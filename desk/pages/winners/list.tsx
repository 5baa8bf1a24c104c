import { Alert, Anchor, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { type WinnerFilter, winnerFilters } from '#contract/desk/winners.ts'
import { call } from '../../api/call.ts'
import { useKept, usePages } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { List } from '../../ui/list.tsx'
import { More, Reading } from '../../ui/reading.tsx'
import { Progress, Status, type Winner } from './status.tsx'

type Wanted = { readonly prize?: string | undefined; readonly show?: WinnerFilter | undefined }

export function WinnerList() {
  const { t, language, number } = useTexts()
  // The filters are kept while the person visits a winner's page.
  const [wanted, setWanted] = useKept<Wanted>('winners', {})
  const found = usePages(['winners', wanted], after => call('winners', { query: { ...wanted, after } }))
  const [first] = found.data ?? []
  if (first && !first.isAnnounced) return <Alert color="blue">{t('winners.hidden')}</Alert>
  const prizes = first?.prizes ?? []
  return (
    <Stack>
      <Group>
        <NativeSelect
          label={t('list.prize')}
          value={wanted.prize ?? ''}
          onChange={event => setWanted({ ...wanted, prize: event.target.value || undefined })}
          data={[
            { value: '', label: t('winners.all-prizes') },
            ...prizes.map(({ key, title }) => ({ value: key, label: title[language] })),
          ]}
        />
        <NativeSelect
          label={t('winners.show')}
          value={wanted.show ?? ''}
          onChange={event =>
            setWanted({ ...wanted, show: winnerFilters.find(one => one === event.target.value) })
          }
          data={[
            { value: '', label: t('winners.show.all') },
            ...winnerFilters.map(value => ({ value, label: t(`winners.show.${value}`) })),
          ]}
        />
      </Group>
      <Reading of={found}>
        {pages => (
          <>
            <Text size="sm" c="dimmed" role="status">
              {t('winners.shown', { count: number(pages.flatMap(page => page.winners).length) })}
            </Text>
            <Rows winners={pages.flatMap(page => page.winners)} />
          </>
        )}
      </Reading>
      <More of={found} />
    </Stack>
  )
}

function Rows({ winners }: { readonly winners: readonly Winner[] }) {
  const { t, language } = useTexts()
  return (
    <List
      label={t('page.winners')}
      heads={[t('winners.rank'), t('list.name'), t('list.prize'), t('list.status'), t('winners.progress')]}
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
