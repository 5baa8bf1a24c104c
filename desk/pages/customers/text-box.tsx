import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { TextProblem } from '#contract/desk/written.ts'
import { withoutUnseen } from '#contract/schema/common.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/note.tsx'

type Props = {
  readonly label: string
  readonly hint: string
  readonly button: string
  readonly max: number
  readonly text: string
  readonly setText: (text: string) => void
  readonly problemIn: (text: string) => TextProblem | null
  readonly isBusy: boolean
  readonly submit: () => void
  readonly children?: ReactNode
}

/** A form with one text field. Shows problems while the person types, but an empty text only after submitting. */
export function TextBox(props: Props) {
  const { label, hint, button, max, text, setText, problemIn, isBusy, submit, children } = props
  const { t, number } = useTexts()
  const [isAsked, setAsked] = useState(false)
  const problem = problemIn(text)
  const isShown = problem !== null && (problem.code !== 'required' || isAsked)
  const count = number(withoutUnseen(text).trim().length)
  const values = { field: label, max: number(max), count, line: number(problem?.line ?? 0) }
  return (
    <Form
      submit={() => {
        setAsked(problem !== null)
        if (problem === null) submit()
      }}
    >
      <Stack gap="xs" maw={640}>
        <Textarea
          label={label}
          description={hint}
          value={text}
          onChange={event => setText(event.target.value)}
          error={isShown && t(`written.${problem.code}`, values)}
          rows={4}
          resize="vertical"
          autoComplete="off"
        />
        <Note size="xs">{t('written.count', { count, max: number(max) })}</Note>
        {children}
        <Group>
          <Button type="submit" loading={isBusy}>
            {button}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
