import { Badge, Stack, Text } from '@mantine/core'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { List } from '../../ui/list.tsx'

type Line = DeskAnswer<'previewSetUp'>['lines'][number]

/** Browsers become slow with thousands of rows. */
const SHOWN = 200

const colours = { new: 'green', changed: 'blue', removed: 'orange', refused: 'red' } as const

export function StoreLines({ lines }: { readonly lines: readonly Line[] }) {
  const { t, number } = useTexts()
  return (
    <Stack gap="xs">
      {lines.length > SHOWN && (
        <Text size="sm">{t('set-up.stores.first', { count: number(SHOWN), all: number(lines.length) })}</Text>
      )}
      <List
        label={t('set-up.stores.file')}
        heads={[
          t('list.line'),
          t('list.result'),
          t('set-up.stores.code'),
          t('list.store'),
          t('set-up.stores.detail'),
        ]}
        rows={lines.slice(0, SHOWN).map(line => ({
          key: `${line.line} ${line.code}`,
          cells: [
            line.line === null ? '' : number(line.line),
            <Badge key="what" variant="light" color={colours[line.what]}>
              {t(`set-up.stores.what.${line.what}`)}
            </Badge>,
            line.code,
            line.name,
            <Detail key="detail" line={line} />,
          ],
        }))}
      />
    </Stack>
  )
}

function Detail({ line }: { readonly line: Line }) {
  const { t } = useTexts()
  const empty = t('set-up.stores.no-value')
  const texts = [
    ...line.problems.map(({ code, column, value }) => t(`set-up.problem.${code}`, { column, value })),
    ...line.differences.map(({ column, from, to }) => `${column}: ${from || empty} → ${to || empty}`),
  ]
  return (
    <>
      {texts.map(text => (
        <Text key={text} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      ))}
    </>
  )
}
