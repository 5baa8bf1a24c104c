import { Alert, Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DRAWN_BODY_BYTES, DRAWN_MAX } from '#contract/desk/limits.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { call } from '../../api/call.ts'
import { useChange } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Form } from '../../ui/form.tsx'
import { List } from '../../ui/list.tsx'
import { type FileText, readText } from '../../ui/read-text.ts'
import { Loading } from '../../ui/reading.tsx'

type Preview = DeskAnswer<'previewDrawImport'>
type Line = Preview['lines'][number]
type Problem = Extract<FileText, { problem: string }>['problem'] | NonNullable<Preview['unreadable']>

/** Maximum size of a file that the desk sends. Its text, encoded as JSON, must fit in the request body. */
const FILE_MAX = DRAWN_BODY_BYTES / 2
/** Browsers become slow with thousands of rows. */
const SHOWN = 200

async function preview(file: File): Promise<Preview | Problem> {
  const read = await readText(file, FILE_MAX)
  if ('problem' in read) return read.problem
  const found = await call('previewDrawImport', { body: { csv: read.text } })
  return found.unreadable ?? found
}

export function ImportForm() {
  const { t, number } = useTexts()
  const [file, setFile] = useState<File | null>(null)
  const read = useMutation({ mutationFn: preview })
  const ask = useChange('askApproval')
  const choose = (chosen: File | null) => {
    setFile(chosen)
    ask.reset()
    if (chosen) read.mutate(chosen)
    else read.reset()
  }
  const found = read.data
  const tickets =
    found && typeof found === 'object' && found.lines.every(line => line.problem === null)
      ? found.lines.map(({ line, ticketNo }) => ({ line, ticketNo }))
      : null
  return (
    <Form submit={() => tickets && ask.mutate({ body: { input: { action: 'draw-import', tickets } } })}>
      <Stack mt="sm" gap="sm">
        <FileInput
          maw={520}
          label={t('import.file')}
          description={t('import.hint')}
          placeholder={t('desk.choose-file')}
          accept=".csv,.txt,text/csv"
          value={file}
          onChange={choose}
          required
        />
        {read.isPending && <Loading />}
        {read.isError && <Failure error={read.error} />}
        {typeof found === 'string' && (
          <Alert color="red" role="alert">
            {t(`import.${found}`, { count: number(DRAWN_MAX) })}
          </Alert>
        )}
        {found && typeof found === 'object' && <Lines preview={found} />}
        {ask.isError && <Failure error={ask.error} />}
        <Group>
          <Button type="submit" disabled={tickets === null} loading={ask.isPending}>
            {t('desk.ask')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

function Lines({ preview: { lines, seats, reserves } }: { readonly preview: Preview }) {
  const { t, number, language } = useTexts()
  const wrong = lines.filter(line => line.problem !== null)
  const sorted = [...wrong, ...lines.filter(line => line.problem === null)]
  const good = {
    winners: number(Math.min(seats, lines.length)),
    reserves: number(Math.max(0, lines.length - seats)),
    unfilled: number(seats + reserves - lines.length),
  }
  const problemOf = ({ problem }: Line) =>
    problem && t(`import.problem.${problem.code}`, { before: number(problem.before ?? 0) })
  return (
    <Stack gap="xs">
      <Alert color={wrong.length > 0 ? 'red' : 'green'} role={wrong.length > 0 ? 'alert' : 'status'}>
        {wrong.length > 0 ? t('import.wrong', { count: number(wrong.length) }) : t('import.good', good)}
      </Alert>
      {lines.length > SHOWN && (
        <Text size="sm">{t('import.first', { count: number(SHOWN), all: number(lines.length) })}</Text>
      )}
      <List
        label={t('import.file')}
        heads={[t('list.line'), t('import.ticket'), t('list.result'), t('list.name')]}
        rows={sorted.slice(0, SHOWN).map(line => ({
          key: String(line.line),
          cells: [
            number(line.line),
            line.ticketNo,
            problemOf(line) ?? line.prize?.[language] ?? t('draw.reserve'),
            line.name ?? '',
          ],
        }))}
      />
    </Stack>
  )
}
