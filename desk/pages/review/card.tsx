import { Badge, Button, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useTexts } from '../../texts/use-texts.tsx'
import type { Item } from './use-review.ts'

type Side = Item['sides'][number]
type Props = {
  readonly item: Item
  /** The similar receipt shown next to `item`. */
  readonly other: Side | null
  readonly choose: (index: number) => void
}

export function Card({ item, other, choose }: Props) {
  const { t, language, number } = useTexts()
  const [own] = item.sides
  if (!own) return null
  // Several similar receipts can have the same reason.
  const reasons = [...new Set(item.reasons.map(reason => reason[language]))]
  return (
    <Stack gap="sm">
      <Paper withBorder p="sm">
        <Comparison own={own} other={other} />
        <Text size="sm" mt="xs">
          {t('review.gives', { count: number(item.rights) })}
        </Text>
        {item.sides.length > 2 && (
          <Group gap={4} mt="xs">
            {item.sides.slice(1).map((side, index) => (
              <Button
                key={side.receiptId}
                size="compact-xs"
                variant={side === other ? 'filled' : 'default'}
                onClick={() => choose(index + 1)}
              >
                {side.receiptNo}
              </Button>
            ))}
          </Group>
        )}
      </Paper>
      <Paper withBorder p="sm">
        <Text fw={600} size="sm">
          {t('review.reasons')}
        </Text>
        {reasons.length === 0 ? (
          <Text size="sm">{t('review.no-reasons')}</Text>
        ) : (
          <ul style={{ margin: 0, paddingInlineStart: 20 }}>
            {reasons.map(reason => (
              <li key={reason}>
                <Text size="sm">{reason}</Text>
              </li>
            ))}
          </ul>
        )}
      </Paper>
      <Customer customer={item.customer} />
    </Stack>
  )
}

function Comparison({ own, other }: { readonly own: Side; readonly other: Side | null }) {
  const { t, time, language } = useTexts()
  const baht = new Intl.NumberFormat(language === 'th' ? 'th-TH' : 'en-GB', { minimumFractionDigits: 2 })
  const rows: readonly (readonly [string, (side: Side) => string])[] = [
    [t('list.store'), side => (language === 'en' ? side.storeNameEn : null) ?? side.storeName],
    [t('list.number'), side => side.receiptNo],
    [t('list.amount'), side => baht.format(side.amountSatang / 100)],
    [t('review.bought'), side => time(side.purchasedAt)],
    [t('review.sent'), side => time(side.createdAt)],
    ...(other
      ? ([
          [t('list.customer'), (side: Side) => side.customerName ?? t('review.left-campaign')],
          [t('list.status'), (side: Side) => t(`review.status.${side.status}`)],
        ] as const)
      : []),
  ]
  return (
    <Table verticalSpacing={2} horizontalSpacing={6}>
      <Table.Tbody>
        {rows.map(([label, show]) => {
          const isSame = other !== null && show(own) === show(other)
          return (
            <Table.Tr key={label}>
              <Table.Th fw={400} c="dimmed">
                {label}
              </Table.Th>
              <Table.Td>{show(own)}</Table.Td>
              {other && (
                <Table.Td fw={isSame ? 700 : 400}>
                  {isSame && <span aria-hidden>= </span>}
                  {show(other)}
                </Table.Td>
              )}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

function Customer({ customer }: { readonly customer: Item['customer'] }) {
  const { t, time, language, number } = useTexts()
  const { approved, rejected, pending } = customer.receipts
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between">
        <Text fw={600} size="sm">
          {customer.name ?? t('review.left-campaign')}
        </Text>
        {customer.blocked && <Badge color="red">{t('customers.blocked')}</Badge>}
      </Group>
      <Text size="sm">
        {[customer.phone?.replace(/^\+66/, '0'), customer.province?.[language]].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm">{t('review.joined', { time: time(customer.joinedAt) })}</Text>
      <Text size="sm">
        {t('review.history', {
          approved: number(approved),
          rejected: number(rejected),
          pending: number(pending),
        })}
      </Text>
    </Paper>
  )
}
