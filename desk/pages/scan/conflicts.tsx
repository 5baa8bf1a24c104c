import { Alert, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Conflict } from '#contract/desk/staff.ts'
import { useTexts } from '../../texts/use-texts.tsx'

/** Names everything that two devices handed over, or that one handed over against a rule. */
export function Conflicts({ conflicts }: { readonly conflicts: readonly Conflict[] }) {
  const { t } = useTexts()
  const shown = useRef<HTMLDivElement>(null)
  const count = conflicts.length
  // The staff member may have scrolled down.
  useEffect(() => {
    if (count === 0) return
    shown.current?.scrollIntoView({ block: 'center' })
    navigator.vibrate?.([200, 100, 200])
  }, [count])
  if (count === 0) return null
  return (
    <Alert ref={shown} color="red" role="alert" title={t('scan.conflicts')}>
      <Stack gap="xs">
        {conflicts.map(conflict => (
          <Sentence key={conflict.key} conflict={conflict} />
        ))}
      </Stack>
    </Alert>
  )
}

function Sentence({ conflict: { code, name, title, first, second } }: { readonly conflict: Conflict }) {
  const { t, time, language } = useTexts()
  const shown = {
    code,
    name: name ?? t('scan.someone'),
    title: title[language],
    second: second.device,
    secondTime: time(second.at),
  }
  return (
    <Text size="sm">
      {first === null
        ? t('scan.conflict.rule', shown)
        : t('scan.conflict.twice', {
            ...shown,
            first: first.device ?? t('scan.without-scan'),
            firstTime: time(first.at),
          })}
    </Text>
  )
}
