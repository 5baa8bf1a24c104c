import { Badge, Box, Button, Card, Group, Loader, SimpleGrid, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { ReceiptPhotos } from '../../ui/receipt-photos.tsx'
import { reasonText } from './timeline.tsx'

type Receipt = DeskAnswer<'customerReceipts'>['receipts'][number]

const colours = { pending: 'yellow', approved: 'green', rejected: 'red', void: 'gray' } as const

export function Receipts({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const receipts = useInfiniteQuery({
    queryKey: ['customerReceipts', id],
    queryFn: ({ pageParam }) =>
      call('customerReceipts', { params: { id }, query: pageParam === null ? {} : { after: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
  })
  if (receipts.isPending) return <Loader role="status" aria-label={t('desk.loading')} />
  if (receipts.isLoadingError) return <Failure error={receipts.error} retry={() => void receipts.refetch()} />
  const all = receipts.data.pages.flatMap(page => page.receipts)
  if (all.length === 0) return <Text c="dimmed">{t('desk.none')}</Text>
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {all.map(receipt => (
          <OneReceipt key={receipt.id} receipt={receipt} />
        ))}
      </SimpleGrid>
      {receipts.isError && <Failure error={receipts.error} retry={() => void receipts.refetch()} />}
      {receipts.hasNextPage && (
        <Button
          variant="default"
          loading={receipts.isFetchingNextPage}
          onClick={() => void receipts.fetchNextPage()}
        >
          {t('desk.more')}
        </Button>
      )}
    </Stack>
  )
}

function OneReceipt({ receipt }: { readonly receipt: Receipt }) {
  const { t, time, number, language } = useTexts()
  const reason = reasonText(receipt.rejectReason, language)
  return (
    <Card withBorder>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={600}>{(language === 'en' && receipt.storeNameEn) || receipt.storeName}</Text>
          <Text size="sm">
            {t('customers.receipt', { no: receipt.receiptNo, baht: number(receipt.amount) })}
          </Text>
        </div>
        <Badge variant="light" color={colours[receipt.status]}>
          {t(`customers.receipt.${receipt.status}`)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {t('customers.receipt.times', { bought: time(receipt.purchasedAt), sent: time(receipt.createdAt) })}
      </Text>
      {receipt.tickets > 0 && (
        <Text size="sm">{t('customers.receipt.tickets', { count: number(receipt.tickets) })}</Text>
      )}
      {reason && <Text size="sm">{receipt.rejectNote ? `${reason}: ${receipt.rejectNote}` : reason}</Text>}
      <Box mt="xs">
        <ReceiptPhotos
          receiptId={receipt.id}
          photos={receipt.photos}
          nameOf={at => t('customers.photo', { number: at, no: receipt.receiptNo })}
          size={{ h: 140, w: 105, fit: 'cover' }}
        />
      </Box>
    </Card>
  )
}
