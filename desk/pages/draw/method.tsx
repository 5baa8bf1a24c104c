import { Alert, Paper, Radio, Stack } from '@mantine/core'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useTexts } from '../../texts/use-texts.tsx'

type Props = {
  readonly draw: DeskAnswer<'draw'>
  readonly byHand: boolean
  readonly choose: (byHand: boolean) => void
}

/** The choice only affects the steps on the page and is not stored. */
export function Method({ draw, byHand, choose }: Props) {
  const { t } = useTexts()
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Radio.Group
          label={t('method.title')}
          description={t('method.text')}
          value={byHand ? 'hand' : 'computer'}
          onChange={value => choose(value === 'hand')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="computer" label={t('method.computer')} />
            <Radio value="hand" label={t('method.hand')} />
          </Stack>
        </Radio.Group>
        {byHand && draw.commitment !== null && (
          <Alert color="orange" role="alert">
            {t('method.promised')}
          </Alert>
        )}
      </Stack>
    </Paper>
  )
}
