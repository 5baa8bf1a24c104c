import type { DeskAnswer } from '#contract/desk-calls.ts'
import { useRead } from '../api/use-desk.ts'

const EVERY_MS = 30_000

export type ToDoItem = DeskAnswer<'toDo'>['items'][number]

/** The tasks that are waiting for the person. The menu and the page "today" share one answer. */
export const useToDo = () => useRead('toDo', {}, { refetchInterval: EVERY_MS })

/** The page on which an item is done. */
export const toDoPage: Readonly<Record<ToDoItem['about'], string>> = {
  receipts: '/review',
  disagreements: '/quality',
  approvals: '/approvals',
  files: '/approvals',
  messages: '/messages',
  stock: '/set-up',
  draw: '/draw',
  'not-told': '/winners',
  'to-ship': '/winners',
  'tax-open': '/winners',
}

/** Returns the number of tasks waiting on a page. An item without a count is one task. */
export const waitingOn = (items: readonly ToDoItem[], path: string): number =>
  items
    .filter(({ about }) => toDoPage[about] === path)
    .reduce((sum, item) => sum + ('count' in item ? item.count : 1), 0)
