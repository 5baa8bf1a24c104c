import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { shortHash } from '#contract/list-hash.ts'
import { useTexts } from '../../texts/use-texts.tsx'

type Props = { readonly draw: DeskAnswer<'draw'>; readonly hash: string; readonly sealedAt: number }

/** Shows the sealed list's hash as text to publish, with the status of its timestamp. */
export function ListCode({ draw, hash, sealedAt }: Props) {
  const { t, time, number } = useTexts()
  const post = t('list-code.post', {
    time: time(sealedAt),
    count: number(draw.entriesCount ?? 0),
    short: shortHash(hash),
    hash,
  })
  return (
    <Alert color="blue" title={t('list-code.title')} mt="sm">
      <Stack gap="xs">
        <Text size="sm">{t('list-code.why')}</Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {post}
        </Code>
        <Group>
          <CopyButton value={post}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'link.copied' : 'list-code.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Stamp stamp={draw.timeStamp} isWaiting={draw.state === 'sealed'} />
      </Stack>
    </Alert>
  )
}

function Stamp({
  stamp,
  isWaiting,
}: {
  readonly stamp: DeskAnswer<'draw'>['timeStamp']
  readonly isWaiting: boolean
}) {
  const { t, time } = useTexts()
  if (stamp === null) return null
  if (stamp.at !== null) return <Text size="sm">{t('list-code.stamped', { time: time(stamp.at) })}</Text>
  if (!isWaiting) return <Text size="sm">{t('list-code.unstamped')}</Text>
  return (
    <Text size="sm">
      {stamp.error === null ? t('list-code.stamping') : t('list-code.stamp-failed', { reason: stamp.error })}
    </Text>
  )
}
