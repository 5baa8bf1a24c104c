import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { noticeText } from '#contract/desk/notice-texts.ts'
import { useChange, useRead } from '../api/use-desk.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { Failure } from './failure.tsx'
import { Note } from './note.tsx'

const READ_MS = 30_000

/** Shown above every page until the person marks the notices as seen. */
export function UnseenNotices() {
  const { t, time, language } = useTexts()
  const notices = useRead('notices', {}, { refetchInterval: READ_MS })
  const see = useChange('seeNotices')
  if (notices.isLoadingError) return <Failure error={notices.error} retry={() => void notices.refetch()} />
  const unseen = notices.data?.notices.filter(({ seenAt }) => seenAt === null) ?? []
  const count = notices.data?.unseen ?? 0
  if (unseen.length === 0) return null
  const mark = (ids: string[]) => see.mutate({ body: { ids } })
  const isMarking = (id: string) => see.isPending && see.variables.body?.ids.includes(id) === true
  return (
    <Stack component="section" gap="xs" mb="md" aria-label={t('notices.new')} aria-live="polite">
      {see.isError && <Failure error={see.error} />}
      {unseen.length > 1 && (
        <Group justify="space-between">
          <Text fw={600}>{t('notices.unseen', { count })}</Text>
          <Button
            size="xs"
            variant="default"
            disabled={see.isPending}
            onClick={() => mark(unseen.map(({ id }) => id))}
          >
            {t('notices.see-shown', { count: unseen.length })}
          </Button>
        </Group>
      )}
      <Stack gap="xs" className="notices">
        {unseen.map(({ id, at, notice }) => (
          <Alert key={id} color="orange" role="group" aria-label={time(at)}>
            <Group justify="space-between" align="flex-start">
              <div className="notice">
                <Text size="sm">{noticeText(notice, language, time)}</Text>
                <Note size="xs">{time(at)}</Note>
              </div>
              <Button size="xs" variant="default" loading={isMarking(id)} onClick={() => mark([id])}>
                {t('notices.see')}
              </Button>
            </Group>
          </Alert>
        ))}
      </Stack>
    </Stack>
  )
}
