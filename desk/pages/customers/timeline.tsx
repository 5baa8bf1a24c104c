import { Button, Timeline as Line, Loader, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { type RejectReason, rejectReasons, rejectReasonsEn } from '#contract/schema/receipt.ts'
import { call } from '../../api/call.ts'
import type { TextKey } from '../../texts/th.ts'
import { type Texts, useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { messageKindText } from './message-kinds.ts'

type Event = DeskAnswer<'customerTimeline'>['events'][number]

export function Timeline({ id }: { readonly id: string }) {
  const texts = useTexts()
  const { t, time } = texts
  const timeline = useInfiniteQuery({
    queryKey: ['customerTimeline', id],
    queryFn: ({ pageParam }) =>
      call('customerTimeline', { params: { id }, query: pageParam === null ? {} : { after: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
  })
  if (timeline.isPending) return <Loader role="status" aria-label={t('desk.loading')} />
  if (timeline.isLoadingError) return <Failure error={timeline.error} retry={() => void timeline.refetch()} />
  return (
    <Stack align="flex-start">
      <Line bulletSize={14} lineWidth={2}>
        {timeline.data.pages
          .flatMap(page => page.events)
          .map(event => {
            const [about, more] = wordsOf(event, texts)
            return (
              <Line.Item key={event.key} title={t(`customers.event.${event.kind}`, { about })}>
                {more && <Text size="sm">{more}</Text>}
                <Text size="xs" c="dimmed">
                  {time(event.at)}
                </Text>
              </Line.Item>
            )
          })}
      </Line>
      {timeline.isError && <Failure error={timeline.error} retry={() => void timeline.refetch()} />}
      {timeline.hasNextPage && (
        <Button
          variant="default"
          loading={timeline.isFetchingNextPage}
          onClick={() => void timeline.fetchNextPage()}
        >
          {t('desk.more')}
        </Button>
      )}
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
