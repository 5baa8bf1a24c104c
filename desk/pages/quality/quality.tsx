import { Tabs } from '@mantine/core'
import { useTexts } from '../../texts/use-texts.tsx'
import { Disagreements, Rates } from './checks.tsx'
import { Queue } from './queue.tsx'

const tabs = ['queue', 'disagreements', 'rates'] as const

export function Quality() {
  const { t } = useTexts()
  return (
    <Tabs defaultValue="queue" keepMounted={false}>
      <Tabs.List aria-label={t('page.quality')}>
        {tabs.map(tab => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`quality.tab.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="queue" pt="md">
        <Queue />
      </Tabs.Panel>
      <Tabs.Panel value="disagreements" pt="md">
        <Disagreements />
      </Tabs.Panel>
      <Tabs.Panel value="rates" pt="md">
        <Rates />
      </Tabs.Panel>
    </Tabs>
  )
}
