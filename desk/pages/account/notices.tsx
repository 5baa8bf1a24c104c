import { Stack, Text, Title } from '@mantine/core'
import { noticeText } from '#contract/desk/notice-texts.ts'
import { useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { List } from '../../ui/list.tsx'

export function Notices() {
  const { t, time, language } = useTexts()
  const notices = useRead('notices')
  const newest = [...(notices.data?.notices ?? [])].sort((a, b) => b.at - a.at)
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {t('notices.title')}
      </Title>
      <Text size="sm">{t('notices.text')}</Text>
      {notices.isError && <Failure error={notices.error} retry={() => void notices.refetch()} />}
      {notices.data && (
        <List
          label={t('notices.title')}
          heads={[t('notices.when'), t('notices.what'), t('notices.seen-at')]}
          rows={newest.map(({ id, at, notice, seenAt }) => ({
            key: id,
            cells: [
              time(at),
              <span key="what" className="badge-text">
                {noticeText(notice, language, time)}
              </span>,
              seenAt === null ? t('notices.not-seen') : time(seenAt),
            ],
          }))}
        />
      )}
    </Stack>
  )
}
