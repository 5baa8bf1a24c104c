import { Timeline as Line, Stack, Text } from '@mantine/core'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { type RejectReason, rejectReasons, rejectReasonsEn } from '#contract/schema/receipt.ts'
import { call } from '../../api/call.ts'
import { usePages } from '../../api/use-desk.ts'
import type { TextKey } from '../../texts/th.ts'
import { type Texts, useTexts } from '../../texts/use-texts.tsx'
import { Note } from '../../ui/note.tsx'
import { More, Reading } from '../../ui/reading.tsx'
import { messageKindText } from './message-kinds.ts'

type Event = DeskAnswer<'customerTimeline'>['events'][number]

export function Timeline({ id }: { readonly id: string }) {
  const texts = useTexts()
  const { t, time } = texts
  const timeline = usePages(['customerTimeline', id], after =>
    call('customerTimeline', { params: { id }, query: { after } }),
  )
  return (
    <Stack align="flex-start">
      <Reading of={timeline}>
        {pages => (
          <Line bulletSize={14} lineWidth={2}>
            {pages
              .flatMap(page => page.events)
              .map(event => {
                const [about, more] = wordsOf(event, texts)
                return (
                  <Line.Item key={event.key} title={t(`customers.event.${event.kind}`, { about })}>
                    {more && (
                      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                        {more}
                      </Text>
                    )}
                    <Note size="xs">{time(event.at)}</Note>
                  </Line.Item>
                )
              })}
          </Line>
        )}
      </Reading>
      <More of={timeline} />
    </Stack>
  )
}

function wordsOf({ kind, about, more }: Event, { t, language }: Texts): [about: string, more: string | null] {
  if (kind === 'message') return [t(messageKindText(about)), t(`customers.message.${more}` as TextKey)]
  if (kind === 'consent-given' || kind === 'consent-withdrawn')
    return [t(`customers.document.${about}` as TextKey), more]
  if (kind === 'receipt-rejected') return [about, reasonText(more, language)]
  return [about, more]
}

/** Returns the reason that the customer sees. */
export function reasonText(reason: string | null, language: Texts['language']): string | null {
  if (reason === null) return null
  return (language === 'th' ? rejectReasons : rejectReasonsEn)[reason as RejectReason] ?? reason
}
