import { Badge, Button, Group, List as Items, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.tsx'
import { List } from '../../ui/list.tsx'
import { ChangeDialog, type TabProps } from './change-dialog.tsx'
import { type Question, QuestionDialog, TimesDialog } from './question-dialogs.tsx'

type Chosen =
  | { readonly kind: 'add' }
  | { readonly kind: 'times' | 'open' | 'close'; readonly question: Question }

const colours = { later: 'gray', open: 'green', closed: 'gray' } as const

export function Questions({ data, mayChange, done }: TabProps) {
  const { t, time, number, language } = useTexts()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const close = () => setChosen(null)
  const common = { data, done, close }
  return (
    <Stack>
      {mayChange && (
        <Group>
          <Button onClick={() => setChosen({ kind: 'add' })}>{t('set-up.questions.add')}</Button>
        </Group>
      )}
      <List
        label={t('set-up.tab.questions')}
        heads={[
          t('set-up.questions.question'),
          t('list.state'),
          t('set-up.questions.opens'),
          t('set-up.questions.closes'),
          t('set-up.questions.answers'),
          ...(mayChange ? [t('list.actions')] : []),
        ]}
        rows={data.questions.map(question => ({
          key: question.id,
          cells: [
            <Words key="words" question={question} />,
            <Stack key="state" gap={4} align="flex-start">
              <Badge variant="light" color={colours[question.state]}>
                {t(`set-up.questions.state.${question.state}`)}
              </Badge>
              {question.isShown && (
                <Badge variant="light" color="blue">
                  {t('set-up.questions.shown')}
                </Badge>
              )}
            </Stack>,
            time(question.opensAt),
            question.closesAt === null ? t('set-up.questions.no-close') : time(question.closesAt),
            number(question.answers),
            ...(mayChange ? [<Actions key="actions" question={question} choose={setChosen} />] : []),
          ],
        }))}
      />
      {chosen?.kind === 'add' && <QuestionDialog {...common} />}
      {chosen?.kind === 'times' && <TimesDialog question={chosen.question} {...common} />}
      {(chosen?.kind === 'open' || chosen?.kind === 'close') && (
        <ChangeDialog
          title={t(`set-up.questions.${chosen.kind}-now`)}
          change={{
            kind: 'question-times',
            id: chosen.question.id,
            ...(chosen.kind === 'open' ? { opensAt: null } : { closesAt: 'now' }),
          }}
          {...common}
        >
          <Text>{chosen.question.text[language] ?? chosen.question.text.th}</Text>
        </ChangeDialog>
      )}
    </Stack>
  )
}

function Words({ question }: { readonly question: Question }) {
  const { t, number, language } = useTexts()
  const { text, choices, maxLength } = question
  return (
    <>
      <Text size="sm" fw={600}>
        {text[language] ?? text.th}
      </Text>
      {choices ? (
        <Items size="sm">
          {choices.map(choice => (
            <Items.Item key={choice.th}>{choice[language] ?? choice.th}</Items.Item>
          ))}
        </Items>
      ) : (
        <Text size="sm" c="dimmed">
          {t('set-up.questions.free', { count: number(maxLength) })}
        </Text>
      )}
    </>
  )
}

type ActionsProps = { readonly question: Question; readonly choose: (chosen: Chosen) => void }

function Actions({ question, choose }: ActionsProps) {
  const { t } = useTexts()
  return (
    <Menu>
      <Menu.Target>
        <Button size="xs" variant="default" aria-label={`${t('list.actions')}: ${question.text.th}`}>
          …
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {question.state === 'later' && (
          <Menu.Item onClick={() => choose({ kind: 'open', question })}>
            {t('set-up.questions.open-now')}
          </Menu.Item>
        )}
        {question.state === 'open' && (
          <Menu.Item onClick={() => choose({ kind: 'close', question })}>
            {t('set-up.questions.close-now')}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => choose({ kind: 'times', question })}>
          {t('set-up.questions.times')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
