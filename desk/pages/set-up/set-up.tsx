import { Alert, Stack, Tabs, Text } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { useLocation } from 'wouter'
import { useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Reading } from '../../ui/reading.tsx'
import { Scroll } from '../../ui/scroll.tsx'
import type { TabProps } from './change-dialog.tsx'
import { CustomerScreens } from './customer-screens.tsx'
import { Prizes } from './prizes.tsx'
import { Questions } from './questions.tsx'
import { Rewards } from './rewards.tsx'
import { Rules } from './rules.tsx'
import { Stores } from './stores.tsx'
import { Terms } from './terms.tsx'
import { AppTexts } from './texts.tsx'

const tabs = {
  rules: Rules,
  rewards: Rewards,
  questions: Questions,
  prizes: Prizes,
  stores: Stores,
  terms: Terms,
  texts: AppTexts,
  screens: CustomerScreens,
} satisfies Readonly<Record<string, ComponentType<TabProps>>>
const names = Object.keys(tabs) as (keyof typeof tabs)[]

export function SetUp() {
  const { t } = useTexts()
  const { data: me } = useMe()
  const [path, go] = useLocation()
  const setUp = useRead('setUp')
  const [isDone, setIsDone] = useState(false)
  const name = names.find(one => path === `/set-up/${one}`) ?? 'rules'
  const mayChange = me?.permissions.includes('set-up') ?? false
  const Tab: ComponentType<TabProps> = tabs[name]
  return (
    <Stack>
      {!mayChange && <Text c="dimmed">{t('set-up.read-only')}</Text>}
      {isDone && (
        <Alert
          color="green"
          role="status"
          withCloseButton
          closeButtonLabel={t('desk.close')}
          onClose={() => setIsDone(false)}
        >
          {t('set-up.done')}
        </Alert>
      )}
      <Tabs
        value={name}
        onChange={value => {
          setIsDone(false)
          go(`/set-up/${value}`)
        }}
        keepMounted={false}
      >
        <Scroll label={t('page.set-up')}>
          <Tabs.List className="tabs">
            {names.map(one => (
              <Tabs.Tab key={one} value={one}>
                {t(`set-up.tab.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Scroll>
        <Tabs.Panel value={name} pt="md">
          <Reading of={setUp}>
            {data => <Tab data={data} mayChange={mayChange} done={() => setIsDone(true)} />}
          </Reading>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
