import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { FAILED_DAYS, STOCK_DAYS } from '#contract/desk/to-do.ts'
import { DAY_MS } from '#contract/time.ts'
import { type Texts, useTexts } from '../../texts/use-texts.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Note } from '../../ui/note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { type ToDoItem, toDoPage, useToDo } from '../../ui/use-to-do.ts'

export function ToDo() {
  const { t } = useTexts()
  return (
    <Stack component="section" gap="xs" aria-label={t('to-do.title')}>
      <Heading>{t('to-do.title')}</Heading>
      <Reading of={useToDo()}>
        {({ items, countedAt }) =>
          items.length === 0 ? (
            <Text>{t('to-do.none')}</Text>
          ) : (
            items.map(item => <Item key={keyOf(item)} item={item} now={countedAt} />)
          )
        }
      </Reading>
    </Stack>
  )
}

const keyOf = (item: ToDoItem): string => (item.about === 'stock' ? `stock ${item.title.th}` : item.about)

function Item({ item, now }: { readonly item: ToDoItem; readonly now: number }) {
  const texts = useTexts()
  const { title, more, isLate } = wordsOf(item, now, texts)
  return (
    <Paper withBorder p="xs" className={isLate ? 'late' : ''}>
      <Group justify="space-between" gap="xs">
        <div className="notice">
          <Text fw={600}>{title}</Text>
          {more !== null && <Note>{more}</Note>}
        </div>
        <Anchor
          component={Link}
          href={toDoPage[item.about]}
          size="sm"
          aria-label={`${texts.t('to-do.open')}: ${title}`}
        >
          {texts.t('to-do.open')}
        </Anchor>
      </Group>
    </Paper>
  )
}

type Shown = { readonly title: string; readonly more: string | null; readonly isLate: boolean }

/** `isLate` is true if a promise is broken, or if customers or winners are waiting only for this. */
function wordsOf(item: ToDoItem, now: number, { t, time, number, language }: Texts): Shown {
  switch (item.about) {
    case 'receipts': {
      const { days, late } = item
      const values = { time: time(item.oldestAt), days: number(days ?? 0), count: number(late) }
      const kind = late > 0 ? 'late' : days === null ? 'oldest' : 'promise'
      return {
        title: t('to-do.receipts', { count: number(item.count) }),
        more: t(`to-do.receipts.${kind}`, values),
        isLate: late > 0,
      }
    }
    case 'stock': {
      const values = { name: item.title[language], left: number(item.left) }
      const counted = { count: number(item.used), days: number(STOCK_DAYS) }
      const used = item.used === 0 ? null : t('to-do.stock.used', counted)
      const isGone = item.left === 0
      return { title: t(isGone ? 'to-do.stock.gone' : 'to-do.stock', values), more: used, isLate: isGone }
    }
    case 'draw': {
      const isLate = item.at !== null && item.at <= now
      return {
        title: t(`to-do.draw.${item.step}`),
        more: item.at === null ? null : dueText(item.at, now, { t, time, number }),
        isLate,
      }
    }
    case 'messages':
      return {
        title: t('to-do.messages', { count: number(item.count) }),
        more: t('to-do.messages.text', { days: number(FAILED_DAYS) }),
        isLate: true,
      }
    default:
      return {
        title: t(`to-do.${item.about}`, { count: number(item.count) }),
        more: null,
        isLate: item.about === 'not-told',
      }
  }
}

function dueText(at: number, now: number, { t, time, number }: Pick<Texts, 't' | 'time' | 'number'>): string {
  if (at <= now) return t('to-do.due.late', { time: time(at) })
  const days = Math.floor((at - now) / DAY_MS)
  return t(days === 0 ? 'to-do.due.soon' : 'to-do.due', { days: number(days), time: time(at) })
}
