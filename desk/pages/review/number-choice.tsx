import { Button, Kbd, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTexts } from '../../texts/use-texts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Keys, useKeys } from './keys.ts'
import type { Decision } from './use-review.ts'

type NumberChoice = NonNullable<Extract<Decision, { kind: 'approved' }>['number']>

const choices: readonly NumberChoice[] = ['this', 'separate']

type Props = { readonly close: () => void; readonly choose: (choice: NumberChoice) => void }

/** Shown before the approval of a receipt whose number another customer has sent as well. */
export function NumberChoice(props: Props) {
  const { t } = useTexts()
  return (
    <Dialog size="lg" title={t('review.number')} close={props.close}>
      <Choices {...props} />
    </Dialog>
  )
}

function Choices({ choose }: Props) {
  const { t } = useTexts()
  useKeys(
    useMemo<Keys>(
      () => Object.fromEntries(choices.map((choice, index) => [`Digit${index + 1}`, () => choose(choice)])),
      [choose],
    ),
  )
  return (
    <Stack gap="xs">
      {choices.map((choice, index) => (
        <Button
          key={choice}
          variant="default"
          justify="flex-start"
          h="auto"
          py="xs"
          onClick={() => choose(choice)}
        >
          <Kbd mr="sm">{index + 1}</Kbd>
          <Text size="sm" ta="start" style={{ whiteSpace: 'normal' }}>
            {t(`review.number.${choice}`)}
          </Text>
        </Button>
      ))}
      <Text size="sm">{t('review.number.other')}</Text>
    </Stack>
  )
}
