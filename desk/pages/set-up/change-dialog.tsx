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
import { ChangedScreens } from './customer-screens.tsx'
import { PreviewView } from './preview-view.tsx'

export type TabProps = {
  readonly data: DeskAnswer<'setUp'>
  readonly mayChange: boolean
  readonly done: () => void
}

type Props = Pick<TabProps, 'data' | 'done'> & {
  readonly title: string
  /** Null while the form is incomplete. */
  readonly change: SetUpChange | null
  readonly close: () => void
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
  const form = useId()
  const input = change && { body: { change, seen: seen[sectionOf[change.kind]] } }
  return (
    <Dialog title={title} close={close} size="lg">
      <Stack>
        <form
          id={form}
          onSubmit={event => {
            event.preventDefault()
            if (shown === null) {
              if (input) preview.mutate(input, { onError })
            } else if (previewed && shown.refusal === null) confirm.mutate({ body: previewed }, { onError })
          }}
        >
          <Stack>{shown === null ? children : <PreviewView preview={shown} />}</Stack>
        </form>
        {/* Not inside the form: otherwise, Enter in a form field would confirm the change. */}
        {shown !== null && shown.refusal === null && previewed && <ChangedScreens body={previewed} />}
        {preview.isError && <Refused error={preview.error} />}
        {confirm.isError && <Refused error={confirm.error} />}
        <Group justify="flex-end">
          {shown === null ? (
            <Button variant="default" onClick={close}>
              {t('desk.cancel')}
            </Button>
          ) : (
            <Button
              variant="default"
              onClick={() => {
                confirm.reset()
                setShown(null)
              }}
            >
              {t('set-up.back')}
            </Button>
          )}
          {shown === null ? (
            <Button key="preview" type="submit" form={form} disabled={!input} loading={preview.isPending}>
              {t('set-up.preview')}
            </Button>
          ) : (
            <Button
              key="confirm"
              type="submit"
              form={form}
              disabled={shown.refusal !== null}
              loading={confirm.isPending}
            >
              {t('set-up.confirm')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

function Refused({ error }: { readonly error: unknown }) {
  const { t } = useTexts()
  if (!(error instanceof CallError) || error.code !== 'CHANGED') return <Failure error={error} />
  return (
    <Alert color="red" variant="light" role="alert">
      <Text size="sm">{t('set-up.stale')}</Text>
    </Alert>
  )
}
