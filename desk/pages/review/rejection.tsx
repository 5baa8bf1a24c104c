import { Button, Group, Kbd, Stack, Text, Textarea } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { reviewNotes } from '#campaign/review-notes.ts'
import { NOTE_MAX } from '#contract/desk/limits.ts'
import { type RejectReason, rejectReasons, rejectReasonsEn } from '#contract/schema/receipt.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { type Keys, useKeys } from './keys.ts'

type Props = {
  readonly close: () => void
  readonly reject: (reason: RejectReason, note: string | null) => void
}

const reasons = Object.keys(rejectReasons) as RejectReason[]
/** The key of the choice at a position: 1 to 9, then 0. */
const digitAt = (index: number): string => String((index + 1) % 10)

/**
 * With the keyboard, rejecting takes two steps: the reason (1 to 9 and 0), then the note to the customer (Enter for no
 * note).
 */
export function Rejection({ close, reject }: Props) {
  const { t } = useTexts()
  const [reason, setReason] = useState<RejectReason | null>(null)
  return (
    <Dialog size="lg" title={t(reason ? 'review.note' : 'review.reason')} close={close}>
      {reason ? (
        <Note reason={reason} reject={note => reject(reason, note)} />
      ) : (
        <Reasons choose={setReason} />
      )}
    </Dialog>
  )
}

function Reasons({ choose }: { readonly choose: (reason: RejectReason) => void }) {
  const { language } = useTexts()
  useKeys(
    useMemo<Keys>(
      () =>
        Object.fromEntries(reasons.map((reason, index) => [`Digit${digitAt(index)}`, () => choose(reason)])),
      [choose],
    ),
  )
  return (
    <Stack gap={4}>
      {reasons.map((reason, index) => (
        <Button key={reason} variant="default" justify="flex-start" onClick={() => choose(reason)}>
          <Kbd mr="sm">{digitAt(index)}</Kbd>
          {(language === 'th' ? rejectReasons : rejectReasonsEn)[reason]}
        </Button>
      ))}
    </Stack>
  )
}

type NoteProps = { readonly reason: RejectReason; readonly reject: (note: string | null) => void }

function Note({ reason, reject }: NoteProps) {
  const { t, language } = useTexts()
  const [note, setNote] = useState('')
  // Move the focus away from the close button, where Enter closes the dialog. After this, a dialog that has
  // just opened focuses the element with `data-autofocus`.
  const submit = useRef<HTMLButtonElement>(null)
  useEffect(() => submit.current?.focus(), [])
  const templates = reviewNotes[reason]
  const keys = useMemo<Keys>(
    () => ({
      Enter: () => reject(null),
      ...Object.fromEntries(
        templates.map((template, index) => [`Digit${digitAt(index)}`, () => reject(template.th)]),
      ),
    }),
    [reject, templates],
  )
  useKeys(keys)
  return (
    <Stack>
      <Text size="sm">{t('review.note.text')}</Text>
      {templates.map((template, index) => (
        <Button
          key={template.th}
          variant="default"
          justify="flex-start"
          h="auto"
          py="xs"
          onClick={() => reject(template.th)}
        >
          <Kbd mr="sm">{digitAt(index)}</Kbd>
          <Text size="sm" ta="start" style={{ whiteSpace: 'normal' }}>
            {template[language]}
          </Text>
        </Button>
      ))}
      <Form submit={() => reject(note.trim() || null)}>
        <Textarea
          label={t('review.note.own')}
          value={note}
          maxLength={NOTE_MAX}
          onChange={event => setNote(event.target.value)}
        />
        <Group justify="flex-end" mt="sm">
          <Button ref={submit} type="submit" color="red.9" data-autofocus>
            {note.trim() ? t('review.reject-with-note') : t('review.reject-without-note')}
            {note.trim() === '' && <Kbd ml={6}>Enter</Kbd>}
          </Button>
        </Group>
      </Form>
    </Stack>
  )
}
