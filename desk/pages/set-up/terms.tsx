import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useRead } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { List } from '../../ui/list.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { ChangeDialog, type DialogProps, type TabProps } from './change-dialog.tsx'
import { LegalText } from './legal-text.tsx'

type Term = DeskAnswer<'setUp'>['terms'][number]
type Document = Term['document']

export function Terms({ data, mayChange, done }: TabProps) {
  const { t } = useTexts()
  const [chosen, setChosen] = useState<Document | null>(null)
  return (
    <Stack>
      <Note>{t('set-up.terms.how')}</Note>
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
    <Panel
      title={name}
      aside={
        choose && (
          <Button
            size="xs"
            variant="default"
            aria-label={`${t('set-up.terms.set')}: ${name}`}
            onClick={choose}
          >
            {t('set-up.terms.set')}
          </Button>
        )
      }
    >
      <Text>
        {t('set-up.terms.version')}: <strong>{term.version}</strong>
      </Text>
      <Alert color={term.text === 'current' ? 'green' : 'orange'}>{t(`set-up.terms.${term.text}`)}</Alert>
      <Agreements document={term.document} />
      <LegalText document={term.document} rules={rules} />
    </Panel>
  )
}

function Agreements({ document }: { readonly document: Document }) {
  const { t, time, number } = useTexts()
  const terms = useRead('setUpTerms')
  return (
    <Reading of={terms}>
      {({ documents }) =>
        documents
          .filter(one => one.document === document)
          .map(({ agreed, asked, history }) => (
            <Stack key={document}>
              <Text size="sm">
                {t('set-up.terms.agreed', { agreed: number(agreed), asked: number(asked) })}
              </Text>
              <List
                label={`${t('set-up.terms.history')}: ${t(`set-up.field.${document}`)}`}
                heads={[
                  t('list.version'),
                  t('set-up.terms.history.first'),
                  t('set-up.terms.history.customers'),
                ]}
                rows={history.map(({ version, firstAt, customers }) => ({
                  key: version,
                  cells: [version, time(firstAt), number(customers)],
                }))}
              />
            </Stack>
          ))
      }
    </Reading>
  )
}

function VersionDialog({ document, ...common }: DialogProps & { readonly document: Document }) {
  const { t } = useTexts()
  const [version, setVersion] = useState('')
  const change = version.trim() === '' ? null : ({ kind: 'terms', [document]: version.trim() } as const)
  return (
    <ChangeDialog
      title={`${t('set-up.terms.set')}: ${t(`set-up.field.${document}`)}`}
      change={change}
      {...common}
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
