import { Alert, Button, Group, Loader, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { List } from '../../ui/list.tsx'
import { ChangeDialog, type TabProps } from './change-dialog.tsx'
import { LegalText } from './legal-text.tsx'

type Term = DeskAnswer<'setUp'>['terms'][number]
type Document = Term['document']

export function Terms({ data, mayChange, done }: TabProps) {
  const { t } = useTexts()
  const [chosen, setChosen] = useState<Document | null>(null)
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('set-up.terms.how')}
      </Text>
      {data.terms.map(term => (
        <One
          key={term.document}
          term={term}
          rules={data.rules}
          {...(mayChange ? { choose: () => setChosen(term.document) } : {})}
        />
      ))}
      {chosen && <VersionDialog document={chosen} data={data} done={done} close={() => setChosen(null)} />}
    </Stack>
  )
}

type OneProps = {
  readonly term: Term
  readonly rules: DeskAnswer<'setUp'>['rules']
  readonly choose?: () => void
}

function One({ term, rules, choose }: OneProps) {
  const { t } = useTexts()
  const name = t(`set-up.field.${term.document}`)
  return (
    <Paper withBorder p="md">
      <Stack>
        <Group justify="space-between">
          <Title order={3} size="h5">
            {name}
          </Title>
          {choose && (
            <Button
              size="xs"
              variant="default"
              aria-label={`${t('set-up.terms.set')}: ${name}`}
              onClick={choose}
            >
              {t('set-up.terms.set')}
            </Button>
          )}
        </Group>
        <Text>
          {t('set-up.terms.version')}: <strong>{term.version}</strong>
        </Text>
        <Alert color={term.text === 'current' ? 'green' : 'orange'} variant="light">
          {t(`set-up.terms.${term.text}`)}
        </Alert>
        <Agreements document={term.document} />
        <LegalText document={term.document} rules={rules} />
      </Stack>
    </Paper>
  )
}

function Agreements({ document }: { readonly document: Document }) {
  const { t, time, number } = useTexts()
  const terms = useRead('setUpTerms')
  if (terms.isPending) return <Loader role="status" aria-label={t('desk.loading')} />
  if (terms.isLoadingError) return <Failure error={terms.error} retry={() => void terms.refetch()} />
  const found = terms.data.documents.find(one => one.document === document)
  if (!found) return null
  return (
    <>
      {terms.isError && <Failure error={terms.error} retry={() => void terms.refetch()} />}
      <Text size="sm">
        {t('set-up.terms.agreed', { agreed: number(found.agreed), asked: number(found.asked) })}
      </Text>
      <List
        label={`${t('set-up.terms.history')}: ${t(`set-up.field.${document}`)}`}
        heads={[
          t('set-up.terms.history.version'),
          t('set-up.terms.history.first'),
          t('set-up.terms.history.customers'),
        ]}
        rows={found.history.map(({ version, firstAt, customers }) => ({
          key: version,
          cells: [version, time(firstAt), number(customers)],
        }))}
      />
    </>
  )
}

type DialogProps = Omit<TabProps, 'mayChange'> & {
  readonly document: Document
  readonly close: () => void
}

function VersionDialog({ document, data, done, close }: DialogProps) {
  const { t } = useTexts()
  const [version, setVersion] = useState('')
  const change = version.trim() === '' ? null : ({ kind: 'terms', [document]: version.trim() } as const)
  return (
    <ChangeDialog
      title={`${t('set-up.terms.set')}: ${t(`set-up.field.${document}`)}`}
      change={change}
      data={data}
      done={done}
      close={close}
    >
      <TextInput
        label={t('set-up.terms.new')}
        value={version}
        maxLength={40}
        onChange={event => setVersion(event.target.value)}
        required
        data-autofocus
      />
    </ChangeDialog>
  )
}
