import { Button, Group, Radio, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { slipKinds } from '#contract/desk/exports.ts'
import { useChange, useMe, useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Form } from '../../ui/form.tsx'
import { ApprovalCard, approvalsInterval } from '../approvals/approvals.tsx'

export function Slips({ count }: { readonly count: number }) {
  const { t, language, number } = useTexts()
  const [kind, setKind] = useState<(typeof slipKinds)[number]>('html')
  const ask = useChange('askApproval')
  return (
    <Stack gap="sm" mt="sm">
      <Title order={4} size="h6">
        {t('slips.title')}
      </Title>
      <Text size="sm">{t('slips.text', { count: number(count) })}</Text>
      <Form submit={() => ask.mutate({ body: { input: { action: 'export-slips', kind, lang: language } } })}>
        <Stack gap="sm">
          <Radio.Group
            label={t('slips.kind')}
            value={kind}
            onChange={value => setKind(slipKinds.find(one => one === value) ?? kind)}
          >
            <Stack gap="xs" mt="xs">
              {slipKinds.map(value => (
                <Radio
                  key={value}
                  value={value}
                  label={t(value === 'html' ? 'slips.kind.html' : `exports.kind.${value}`)}
                  description={value === 'html' ? t('slips.kind.html.text') : undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
          {ask.isError && <Failure error={ask.error} />}
          <Group>
            <Button type="submit" variant="default" loading={ask.isPending}>
              {t('slips.ask')}
            </Button>
          </Group>
        </Stack>
      </Form>
      <Own />
    </Stack>
  )
}

function Own() {
  const { t } = useTexts()
  const { data: me } = useMe()
  const approvals = useRead('approvals', {}, { refetchInterval: approvalsInterval })
  const own = approvals.data?.approvals.filter(
    ({ askedBy, input }) => askedBy.id === me?.id && input.action === 'export-slips',
  )
  if (!me || !own?.length) return null
  return (
    <Stack gap="sm">
      <Title order={5} size="h6">
        {t('slips.own')}
      </Title>
      {own.map(approval => (
        <ApprovalCard key={approval.id} approval={approval} me={me} />
      ))}
    </Stack>
  )
}
