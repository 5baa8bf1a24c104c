import { Progress, Stack, Text } from '@mantine/core'
import { useTexts } from '../texts/use-texts.tsx'
import { Note } from './note.tsx'

/** Poll interval while a step runs. */
export const RUNNING_MS = 500

type Props = { readonly progress: { readonly done: number; readonly total: number } }

/** Shows progress in tickets. The server continues if the page is closed. */
export function RunningStep({ progress: { done, total } }: Props) {
  const { t, number } = useTexts()
  const isCounted = total > 0 && done < total
  return (
    <Stack gap={4} mt="sm" role="status">
      <Progress
        value={total === 0 ? 0 : Math.min(100, (100 * done) / total)}
        aria-label={t('running.label')}
      />
      <Text size="sm">
        {total === 0
          ? t('running.begun')
          : isCounted
            ? t('running.count', { done: number(done), total: number(total) })
            : t('running.saving')}
      </Text>
      <Note>{t('running.text')}</Note>
    </Stack>
  )
}
