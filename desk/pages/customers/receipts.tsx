import { Badge, Box, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { DeskAnswer } from '#contract/desk-calls.ts'
import { call } from '../../api/call.ts'
import { usePages } from '../../api/use-desk.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { Note } from '../../ui/note.tsx'
import { More, Reading } from '../../ui/reading.tsx'
import { ReceiptPhotos } from '../../ui/receipt-photos.tsx'
import { reasonText } from './timeline.tsx'

type Receipt = DeskAnswer<'customerReceipts'>['receipts'][number]

const colours = { pending: 'yellow', approved: 'green', rejected: 'red', void: 'gray' } as const

export function Receipts({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const receipts = usePages(['customerReceipts', id], after =>
    call('customerReceipts', { params: { id }, query: { after } }),
  )
  return (
    <Stack>
      <Reading of={receipts}>
        {pages =>
          pages[0]?.receipts.length === 0 ? (
            <Text c="dimmed">{t('desk.none')}</Text>
          ) : (
            <SimpleGrid cols={{ base: 1, lg: 2 }}>
              {pages
                .flatMap(page => page.receipts)
                .map(receipt => (
                  <OneReceipt key={receipt.id} receipt={receipt} />
                ))}
            </SimpleGrid>
          )
        }
      </Reading>
      <More of={receipts} />
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
      <Note>
        {t('customers.receipt.times', { bought: time(receipt.purchasedAt), sent: time(receipt.createdAt) })}
      </Note>
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
