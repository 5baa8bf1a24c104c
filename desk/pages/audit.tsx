import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { call } from '../api/call.ts'
import { usePages, useRead } from '../api/use-desk.ts'
import { nameOfAction } from '../texts/audit-actions.ts'
import { useTexts } from '../texts/use-texts.tsx'
import { Failure } from '../ui/failure.tsx'
import { List } from '../ui/list.tsx'
import { Note } from '../ui/note.tsx'
import { More, Reading } from '../ui/reading.tsx'

const texts = {
  entries: { th: 'บันทึกการทำงาน', en: 'Audit log' },
  detail: {
    th: 'รายละเอียด',
    en: 'Details',
  },
  check: {
    th: 'ตรวจความครบถ้วน',
    en: 'Check the log',
  },
  intact: {
    th: 'บันทึก {rows} รายการต่อกันครบถ้วน',
    en: 'All {rows} entries follow each other.',
  },
  broken: {
    th: 'บันทึกถูกแก้ไขหรือหายที่รายการที่ {at}',
    en: 'The log was changed, or an entry is missing, at entry {at}.',
  },
  head: {
    th: 'ค่าแฮชล่าสุด (รายการที่ {seq}): {hash}',
    en: 'Newest hash (entry {seq}): {hash}',
  },
  keepHead: {
    th: 'จดค่านี้ไว้นอกระบบ การลบรายการใหม่สุดจะพบได้ด้วยค่านี้เท่านั้น (campaign audit verify --head)',
    en: 'Note this hash outside the system. Without it, you cannot detect that the newest entries were deleted (campaign audit verify --head).',
  },
} as const

export function Audit() {
  const { t, time, language } = useTexts()
  const log = usePages(['audit'], before => call('audit', { query: { before } }))
  return (
    <Stack>
      <Check />
      <Reading of={log}>
        {pages => (
          <List
            label={t(texts.entries)}
            heads={[t('list.time'), t('list.who'), t('list.what'), t(texts.detail)]}
            rows={pages
              .flatMap(page => page.entries)
              .map(({ seq, at, actor, action, detail }) => ({
                key: String(seq),
                cells: [
                  time(at),
                  actor,
                  <div key="action">
                    {nameOfAction(action, language)}
                    <Note>{action}</Note>
                  </div>,
                  <Code key="detail" className="hash">
                    {detail}
                  </Code>,
                ],
              }))}
          />
        )}
      </Reading>
      <More of={log} />
    </Stack>
  )
}

function Check() {
  const { t, number } = useTexts()
  const check = useRead('auditCheck', {}, { enabled: false })
  const { data } = check
  return (
    <Stack gap="xs">
      <Group>
        <Button loading={check.isFetching} onClick={() => void check.refetch()}>
          {t(texts.check)}
        </Button>
      </Group>
      {check.isError && <Failure error={check.error} />}
      {data && (
        <Alert color={data.brokenAt === null ? 'green' : 'red'} role="status">
          <Text size="sm">
            {data.brokenAt === null
              ? t(texts.intact, { rows: number(data.rows) })
              : t(texts.broken, { at: number(data.brokenAt) })}
          </Text>
          <Text size="sm" className="hash">
            {t(texts.head, { seq: data.head.seq, hash: data.head.hash })}
          </Text>
          <Text size="sm">{t(texts.keepHead)}</Text>
        </Alert>
      )}
    </Stack>
  )
}
