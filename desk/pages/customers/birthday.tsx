import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import * as v from 'valibot'
import { bangkokDay } from '#contract/rules.ts'
import { customerFields } from '#contract/schema/customer.ts'
import { gregorian } from '#contract/time.ts'
import { useChange } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Form } from '../../ui/form.tsx'

type Props = { readonly id: string; readonly birthDate: string | null }

/** Lets support correct a birthday, which decides whether a winner needs the consent of a guardian. */
export function Birthday({ id, birthDate }: Props) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('customers.birthday')}
      </Button>
      {isOpen && <BirthdayDialog id={id} birthDate={birthDate} close={close} />}
    </>
  )
}

function BirthdayDialog({ id, birthDate, close }: Props & { readonly close: () => void }) {
  const { t } = useTexts()
  const [typed, setTyped] = useState(birthDate ?? '')
  const [isAsked, setAsked] = useState(false)
  const change = useChange('correctBirthday', close)
  const day = gregorian(typed)
  const isDay = v.is(customerFields.birthDate, day) && day <= bangkokDay(Date.now())
  const submit = () => {
    setAsked(true)
    if (isDay) change.mutate({ params: { id }, body: { birthDate: day } })
  }
  return (
    <Dialog title={t('customers.birthday')} close={close}>
      <Form submit={submit}>
        <Stack>
          <Text>{t('customers.birthday.text')}</Text>
          <TextInput
            label={t('customers.birth-date')}
            type="date"
            value={typed}
            onChange={event => setTyped(event.target.value)}
            error={isAsked && !isDay && t('customers.birthday.wrong')}
            data-autofocus
          />
          {change.isError && <Failure error={change.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('desk.cancel')}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {t('customers.birthday')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  )
}
