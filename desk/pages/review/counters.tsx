import { Group, Text } from '@mantine/core'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { type Texts, useTexts } from '../../texts/use-texts.tsx'
import type { Counts } from './use-review.ts'

export function Counters({ counts }: { readonly counts: Counts | null }) {
  const texts = useTexts()
  const { t, number } = texts
  if (!counts) return <span />
  return (
    <Group gap="lg" role="status">
      <Text fw={600}>{t('review.left', { count: number(counts.pending) })}</Text>
      {counts.oldestAgeMs !== null && (
        <Text c="dimmed">{t('review.oldest', { age: ageOf(counts.oldestAgeMs, texts) })}</Text>
      )}
    </Group>
  )
}

/** Formats an age, such as `3 hours`. */
export function ageOf(ms: number, { t, number }: Texts): string {
  const hours = Math.floor(ms / HOUR_MS)
  if (hours >= 48) return t('review.days', { count: number(Math.floor(hours / 24)) })
  if (hours >= 1) return t('review.hours', { count: number(hours) })
  return t('review.minutes', { count: number(Math.max(0, Math.floor(ms / MINUTE_MS))) })
}
