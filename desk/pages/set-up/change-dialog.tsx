import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { type SetUpChange, sectionOf } from '#contract/desk/set-up.ts'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { CallError } from '../../api/call.ts'
import { useChange } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Form } from '../../ui/form.tsx'
import { ChangedScreens } from './customer-screens.tsx'
import { PreviewView } from './preview-view.tsx'
import { problemIn } from './problem.ts'

export type TabProps = {
  readonly data: DeskAnswer<'setUp'>
  readonly mayChange: boolean
  readonly done: () => void
}

export type DialogProps = Pick<TabProps, 'data' | 'done'> & { readonly close: () => void }

type Props = DialogProps & {
  readonly title: string
  /** Null if nothing was edited. */
  readonly change: SetUpChange | null
  /** The form's fields. Their values are kept during the preview. */
  readonly children?: ReactNode
}

/**
 * Shows the form, then a preview of the effects, which the person confirms. The server refuses the change if another
 * person has changed the same section since the dialog was opened.
 */
export function ChangeDialog({ title, change, close, data, done, children }: Props) {
  const { t } = useTexts()
  // Keep the versions that the person saw, even after a later reload.
  const [seen] = useState(data.seen)
  const [shown, setShown] = useState<DeskAnswer<'previewSetUp'> | null>(null)
  const preview = useChange('previewSetUp', setShown)
  // Send what was previewed, because the form may have changed while the preview was loading.
  const previewed = preview.variables?.body
  const confirm = useChange('changeSetUp', () => {
    done()
    close()
  })
  // If another person was faster, reload the stored values on the page behind the dialog.
  const client = useQueryClient()
  const onError = () => void client.invalidateQueries({ queryKey: ['setUp'] })
  const back = () => {
    confirm.reset()
    setShown(null)
  }
  const form = useId()
  const problem = change && problemIn(change)
  const input = change && !problem && { body: { change, seen: seen[sectionOf[change.kind]] } }
  return (
    <Dialog title={title} close={close} size="lg">
      <Stack>
        <Form
          id={form}
          submit={() => {
            if (shown === null) {
              if (input) preview.mutate(input, { onError })
            } else if (previewed && shown.refusal === null) confirm.mutate({ body: previewed }, { onError })
          }}
        >
          <Stack>{shown === null ? children : <PreviewView preview={shown} />}</Stack>
        </Form>
        {shown === null && problem && <Problem problem={problem} />}
        {/* Not inside the form: otherwise, Enter in a form field would confirm the change. */}
        {shown !== null && shown.refusal === null && previewed && <ChangedScreens body={previewed} />}
        {preview.isError && <Refused error={preview.error} />}
        {confirm.isError && <Refused error={confirm.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={shown === null ? close : back}>
            {t(shown === null ? 'desk.cancel' : 'set-up.back')}
          </Button>
          <Button
            // A new key makes a new button, which does not get the second click of a double click.
            key={shown === null ? 'preview' : 'confirm'}
            type="submit"
            form={form}
            disabled={shown === null ? !input : shown.refusal !== null}
            loading={shown === null ? preview.isPending : confirm.isPending}
          >
            {t(shown === null ? 'set-up.preview' : 'set-up.confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Problem({
  problem: { field, text, max },
}: {
  readonly problem: NonNullable<ReturnType<typeof problemIn>>
}) {
  const { t, number } = useTexts()
  return (
    <Text size="sm" role="status">
      {t(`set-up.form.${text}`, { field: t(field), max: number(max) })}
    </Text>
  )
}

function Refused({ error }: { readonly error: unknown }) {
  const { t } = useTexts()
  if (!(error instanceof CallError) || error.code !== 'CHANGED') return <Failure error={error} />
  return (
    <Alert color="red" role="alert">
      <Text size="sm">{t('set-up.stale')}</Text>
    </Alert>
  )
}
