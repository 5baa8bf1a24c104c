import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CUSTOMER_NOTE_MAX, textProblem } from '#contract/desk/written.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useChange } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Note } from '../../ui/note.tsx'
import { TextBox } from './text-box.tsx'
import { useWriting } from './use-writing.ts'

type OneNote = DeskAnswer<'customer'>['notes'][number]

type Props = {
  readonly id: string
  readonly notes: readonly OneNote[]
  readonly mayAdd: boolean
}

export function Notes({ id, notes, mayAdd }: Props) {
  const { t } = useTexts()
  const [deleting, setDeleting] = useState<OneNote | null>(null)
  return (
    <Stack>
      {mayAdd && <NewNote id={id} />}
      {notes.length === 0 && <Text c="dimmed">{t('notes.none')}</Text>}
      {notes.map(note => (
        <Written key={note.id} note={note} remove={() => setDeleting(note)} />
      ))}
      {deleting && <Deleting id={id} note={deleting} close={() => setDeleting(null)} />}
    </Stack>
  )
}

function NewNote({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const { text, setText, change, send } = useWriting('addNote', id, (noteId, typed) => ({
    noteId,
    text: typed,
  }))
  return (
    <TextBox
      label={t('notes.new')}
      hint={t('notes.hint')}
      button={t('notes.add')}
      max={CUSTOMER_NOTE_MAX}
      text={text}
      setText={setText}
      problemIn={typed => textProblem(typed, CUSTOMER_NOTE_MAX)}
      isBusy={change.isPending}
      submit={send}
    >
      <div role="status">
        {change.isSuccess && text === '' && <Alert color="green">{t('notes.added')}</Alert>}
      </div>
      {change.isError && <Failure error={change.error} />}
    </TextBox>
  )
}

function Written({ note, remove }: { readonly note: OneNote; readonly remove: () => void }) {
  const { t, time } = useTexts()
  const about = { name: note.by, time: time(note.createdAt) }
  return (
    <Paper withBorder p="sm" maw={640}>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.text}</Text>
      <Group justify="space-between">
        <Note size="xs">{t('notes.by', about)}</Note>
        {note.mayDelete && (
          <Button size="xs" variant="default" aria-label={t('notes.delete.one', about)} onClick={remove}>
            {t('notes.delete')}
          </Button>
        )}
      </Group>
    </Paper>
  )
}

type DeletingProps = { readonly id: string; readonly note: OneNote; readonly close: () => void }

function Deleting({ id, note, close }: DeletingProps) {
  const { t } = useTexts()
  const change = useChange('deleteNote', close)
  return (
    <Dialog title={t('notes.delete')} close={close}>
      <Stack>
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.text}</Text>
        <Text>{t('notes.delete.text')}</Text>
        {change.isError && <Failure error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('desk.cancel')}
          </Button>
          <Button
            color="red"
            loading={change.isPending}
            onClick={() => change.mutate({ params: { id }, body: { noteId: note.id } })}
          >
            {t('notes.delete')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
