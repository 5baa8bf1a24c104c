import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { List } from '../../ui/list.tsx'
import { Note } from '../../ui/note.tsx'
import type { TabProps } from './change-dialog.tsx'
import { RewardDialog, StockDialog } from './reward-dialogs.tsx'

type Reward = DeskAnswer<'setUp'>['rewards'][number]
const actions = ['stock', 'change'] as const
type Chosen = { readonly action: (typeof actions)[number]; readonly reward: Reward }

export function Rewards({ data, mayChange, done }: TabProps) {
  const { t, time, number, language } = useTexts()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const common = { data, done, close: () => setChosen(null) }
  const name = (reward: Reward) => reward.title[language] ?? reward.title.th
  const period = ({ opensAt, closesAt }: Reward) =>
    opensAt === null && closesAt === null
      ? t('set-up.rewards.whole')
      : `${opensAt === null ? '' : time(opensAt)} – ${closesAt === null ? '' : time(closesAt)}`
  return (
    <Stack>
      <List
        label={t('set-up.tab.rewards')}
        heads={[
          t('set-up.rewards.reward'),
          t('set-up.rewards.for'),
          t('set-up.rewards.period'),
          t('set-up.rewards.total'),
          t('list.used'),
          t('set-up.rewards.left'),
          ...(mayChange ? [t('list.actions')] : []),
        ]}
        rows={data.rewards.map(reward => ({
          key: reward.type,
          cells: [
            name(reward),
            t(`set-up.rewards.for.${reward.unlockedBy}`),
            period(reward),
            reward.total === null ? t('set-up.rewards.unlimited') : number(reward.total),
            number(reward.used),
            reward.total === null ? t('set-up.rewards.unlimited') : number(reward.total - reward.used),
            ...(mayChange
              ? [
                  <Group key="actions" gap="xs" wrap="nowrap">
                    {actions.map(action => (
                      <Button
                        key={action}
                        size="xs"
                        variant="default"
                        aria-label={`${t(`set-up.rewards.${action}`)}: ${name(reward)}`}
                        onClick={() => setChosen({ action, reward })}
                      >
                        {t(`set-up.rewards.${action}`)}
                      </Button>
                    ))}
                  </Group>,
                ]
              : []),
          ],
        }))}
      />
      <Note>{t('set-up.rewards.note')}</Note>
      {chosen?.action === 'stock' && (
        <StockDialog
          reward={chosen.reward}
          title={t('set-up.rewards.stock-of', { name: name(chosen.reward) })}
          {...common}
        />
      )}
      {chosen?.action === 'change' && (
        <RewardDialog
          reward={chosen.reward}
          title={t('set-up.rewards.change-of', { name: name(chosen.reward) })}
          {...common}
        />
      )}
    </Stack>
  )
}
