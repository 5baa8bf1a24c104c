import { Stack, Text } from '@mantine/core'
import { noticeText } from '#contract/desk/notice-texts.ts'
import { useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Heading } from '../../ui/heading.tsx'
import { List } from '../../ui/list.tsx'
import { Reading } from '../../ui/reading.tsx'

export function Notices() {
  const { t, time, language } = useTexts()
  const notices = useRead('notices')
  return (
    <Stack gap="xs">
      <Heading>{t('notices.title')}</Heading>
      <Text size="sm">{t('notices.text')}</Text>
      <Reading of={notices}>
        {answer => (
          <List
            label={t('notices.title')}
            heads={[t('list.time'), t('notices.what'), t('notices.seen-at')]}
            rows={answer.notices
              .toSorted((a, b) => b.at - a.at)
              .map(({ id, at, notice, seenAt }) => ({
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
      </Reading>
    </Stack>
  )
}
