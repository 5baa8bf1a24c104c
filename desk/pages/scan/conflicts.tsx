import { Alert, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Conflict } from '#contract/desk/staff.ts'
import { useTexts } from '../../texts/use-texts.tsx'

/** Lists the hand-overs that two devices made, that broke a rule, or that were reported too late. */
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

type SentenceProps = { readonly conflict: Conflict }

function Sentence({ conflict: { code, name, title, reason, first, second } }: SentenceProps) {
  const { t, exactTime, language } = useTexts()
  const shown = {
    code,
    name: name ?? t('scan.someone'),
    title: title[language],
    second: second.device,
    secondTime: exactTime(second.at),
  }
  // The device that handed over first may have reported it later.
  const inOrder = first === null ? [] : [first, second].toSorted((a, b) => a.at - b.at)
  const [earlier, later] = inOrder.map(({ at, device }) => ({
    device: device ?? t('scan.without-scan'),
    time: exactTime(at),
  }))
  const how =
    earlier && later
      ? t('scan.conflict.twice', {
          ...shown,
          first: earlier.device,
          firstTime: earlier.time,
          second: later.device,
          secondTime: later.time,
        })
      : t(reason === 'access-ended' ? 'scan.conflict.late' : 'scan.conflict.rule', shown)
  return <Text size="sm">{reason === null ? how : `${how} ${t(`scan.${reason}`, shown)}`}</Text>
}
