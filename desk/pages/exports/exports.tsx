import { Button, Group, Paper, Radio, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { exportTableNames, sheetKinds } from '#contract/desk/exports.ts'
import type { Lang } from '#contract/languages.ts'
import { useChange, useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Form } from '../../ui/form.tsx'
import { Heading } from '../../ui/heading.tsx'
import { ApprovalCard } from '../approvals/approvals.tsx'

type Table = (typeof exportTableNames)[number]
type Kind = (typeof sheetKinds)[number]

export function Exports() {
  const { t } = useTexts()
  return (
    <Stack>
      <Text maw={720}>{t('exports.text')}</Text>
      <Ask />
      <Own />
    </Stack>
  )
}

function Ask() {
  const { t, language } = useTexts()
  const [table, setTable] = useState<Table>('receipts')
  const [kind, setKind] = useState<Kind>('xlsx')
  const [lang, setLang] = useState<Lang>(language)
  const ask = useChange('askApproval')
  return (
    <Paper withBorder p="md" maw={720}>
      <Form submit={() => ask.mutate({ body: { input: { action: 'export-table', table, kind, lang } } })}>
        <Stack>
          <Select
            label={t('exports.table')}
            data={exportTableNames.map(value => ({ value, label: t(`exports.table.${value}`) }))}
            value={table}
            onChange={value => setTable(exportTableNames.find(one => one === value) ?? table)}
            allowDeselect={false}
          />
          <Radio.Group
            label={t('exports.kind')}
            description={t('exports.times')}
            value={kind}
            onChange={value => setKind(sheetKinds.find(one => one === value) ?? kind)}
          >
            <Group mt="xs">
              {sheetKinds.map(value => (
                <Radio key={value} value={value} label={t(`exports.kind.${value}`)} />
              ))}
            </Group>
          </Radio.Group>
          <Radio.Group
            label={t('exports.lang')}
            value={lang}
            onChange={value => setLang(value === 'en' ? 'en' : 'th')}
          >
            <Group mt="xs">
              <Radio value="th" label={t('exports.lang.th')} />
              <Radio value="en" label={t('exports.lang.en')} />
            </Group>
          </Radio.Group>
          {ask.isError && <Failure error={ask.error} />}
          <Group>
            <Button type="submit" loading={ask.isPending}>
              {t('exports.ask')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Paper>
  )
}

function Own() {
  const { t } = useTexts()
  const { data: me } = useMe()
  const approvals = useRead('approvals', {}, { refetchInterval: 15_000 })
  const own = approvals.data?.approvals.filter(
    ({ askedBy, input }) => askedBy.id === me?.id && input.action === 'export-table',
  )
  return (
    <Stack>
      <Heading>{t('exports.own')}</Heading>
      {approvals.isError && <Failure error={approvals.error} retry={() => void approvals.refetch()} />}
      {own?.length === 0 && <Text c="dimmed">{t('exports.none')}</Text>}
      {me && own?.map(approval => <ApprovalCard key={approval.id} approval={approval} me={me} />)}
    </Stack>
  )
}
