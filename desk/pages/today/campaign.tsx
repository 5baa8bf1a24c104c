import { Stack } from '@mantine/core'
import { funnelSteps } from '#contract/desk/today.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useRead } from '../../api/use-desk.ts'
import type { TextKey } from '../../texts/th.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Note } from '../../ui/note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { Bars } from './bars.tsx'
import { CountsOverTime } from './counts.tsx'
import { Sheet } from './sheet.tsx'
import { Stock, Waits } from './waiting.tsx'

type Data = DeskAnswer<'campaignNumbers'>

export function Campaign() {
  return <Reading of={useRead('campaignNumbers')}>{data => <Numbers data={data} />}</Reading>
}

function Numbers({ data }: { readonly data: Data }) {
  const { t, time } = useTexts()
  return (
    <Stack gap="xl">
      <Stack>
        <Note>{t('today.counted-whole', { time: time(data.countedAt) })}</Note>
        <CountsOverTime
          title="today.by-day"
          file="by-day"
          head="today.day"
          rows={data.days.map(({ day, ...counts }) => ({ ...counts, label: day }))}
        />
      </Stack>
      <Waits
        title="today.waited.by-day"
        file="wait-by-day"
        head="today.day"
        rows={data.days.map(({ day, waited }) => ({ label: day, waited }))}
      />
      <Funnel funnel={data.funnel} />
      <Rewards rewards={data.rewards} />
      <Stock days={data.days} rewards={data.rewards} />
      <Stores stores={data.stores} />
      <Places stores={data.stores} />
    </Stack>
  )
}

function Funnel({ funnel }: { readonly funnel: Data['funnel'] }) {
  const { t } = useTexts()
  const rows = funnelSteps.map(step => ({ label: t(`today.funnel.${step}`), count: funnel[step] }))
  const part = (count: number) => (funnel.opened === 0 ? 0 : Math.round((count / funnel.opened) * 1000) / 10)
  return (
    <Stack gap="xs">
      <Sheet
        title="today.funnel"
        file="funnel"
        heads={['today.step', 'page.customers', 'today.percent']}
        rows={rows.map(({ label, count }) => [label, count, part(count)])}
      >
        <Bars rows={rows} name="page.customers" color="indigo.6" height={220} />
      </Sheet>
      <Note size="xs">{t('today.funnel.text')}</Note>
    </Stack>
  )
}

function Rewards({ rewards }: { readonly rewards: Data['rewards'] }) {
  const { t, language } = useTexts()
  return (
    <Sheet
      title="today.rewards"
      file="rewards"
      heads={['today.reward', 'list.used', 'today.left']}
      rows={rewards.map(reward => [reward[language], reward.used, reward.left ?? t('today.no-limit')])}
    />
  )
}

function Stores({ stores }: { readonly stores: Data['stores'] }) {
  const { language } = useTexts()
  return (
    <Sheet
      title="today.stores"
      file="stores"
      heads={['today.store', 'list.province', 'today.count.receipts', 'today.count.approved', 'today.baht']}
      rows={stores.map(store => [
        store[language],
        language === 'th' ? store.provinceTh : store.provinceEn,
        store.receipts,
        store.approved,
        store.baht,
      ])}
    />
  )
}

function Places({ stores }: { readonly stores: Data['stores'] }) {
  const { t, language } = useTexts()
  const provinceOf = (store: Store) => (language === 'th' ? store.provinceTh : store.provinceEn)
  const regionName = (store: Store) => t(`today.region.${store.region ?? 'none'}`)
  return (
    <>
      <Stack gap="xs">
        <Sums title="today.regions" file="regions" head="today.region" stores={stores} of={regionName} />
        <Note size="xs">{t('today.regions.text')}</Note>
      </Stack>
      <Sums title="today.provinces" file="provinces" head="list.province" stores={stores} of={provinceOf} />
    </>
  )
}

type Store = Data['stores'][number]
type SumsProps = {
  readonly title: TextKey
  readonly file: string
  readonly head: TextKey
  readonly stores: Data['stores']
  readonly of: (store: Store) => string
}

function Sums({ title, file, head, stores, of }: SumsProps) {
  const sums = new Map<string, { receipts: number; approved: number; baht: number }>()
  for (const store of stores) {
    const { receipts, approved, baht } = sums.get(of(store)) ?? { receipts: 0, approved: 0, baht: 0 }
    sums.set(of(store), {
      receipts: receipts + store.receipts,
      approved: approved + store.approved,
      baht: baht + store.baht,
    })
  }
  return (
    <Sheet
      title={title}
      file={file}
      heads={[head, 'today.count.receipts', 'today.count.approved', 'today.baht']}
      rows={[...sums]
        .toSorted(([, a], [, b]) => b.receipts - a.receipts)
        .map(([name, { receipts, approved, baht }]) => [
          name,
          receipts,
          approved,
          Math.round(baht * 100) / 100,
        ])}
    />
  )
}
