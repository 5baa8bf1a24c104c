import { Group, Text } from '@mantine/core'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Mark, type StepProps, useDelivery } from './step.tsx'

/** Shows and records whether the consent of a minor's guardian has been seen. */
export function Guardian({ winner, mayChange }: StepProps) {
  const { t, time } = useTexts()
  const { change, record } = useDelivery(winner)
  const { guardianAt } = winner
  const isSeen = guardianAt !== null
  return (
    <Panel order={4} title={t('winners.guardian')}>
      <Text size="sm">
        {isSeen ? t('winners.guardian.at', { time: time(guardianAt) }) : t('winners.guardian.needed')}
      </Text>
      {change.isError && <Failure error={change.error} />}
      {mayChange && (
        <Group>
          <Mark
            label={t(isSeen ? 'winners.guardian.unseen' : 'winners.guardian.seen')}
            isUndo={isSeen}
            isBusy={change.isPending}
            onClick={() => record({ change: 'guardian', done: !isSeen })}
          />
        </Group>
      )}
    </Panel>
  )
}
