import { type ComponentType, lazy } from 'react'
import type { Permission } from '#contract/desk/roles.ts'
import type { TextKey } from './texts/th.ts'
import type { Text } from './texts/use-texts.tsx'

export type Page = {
  readonly path: string
  readonly title: Text
  /** One of these is needed to use the page; null if everyone can. The server checks every call. */
  readonly permission: Permission | readonly Permission[] | null
  readonly component: ComponentType
}

type Load = () => Promise<ComponentType>
type NameIn<Key> = Key extends `page.${infer Name}` ? Name : never

const page = (path: string, title: Text, permission: Page['permission'], load: Load): Page => ({
  path,
  title,
  permission,
  component: lazy(async () => ({ default: await load() })),
})

/** A page whose title is in the text tables. */
const named = (name: NameIn<TextKey>, permission: Page['permission'], load: Load): Page =>
  page(`/${name}`, `page.${name}`, permission, load)

/** In menu order. People start on the first page that they may see. */
export const pages: readonly Page[] = [
  named('scan', 'scan', async () => (await import('./pages/scan/scan.tsx')).Scan),
  named('today', 'today', async () => (await import('./pages/today/today.tsx')).Today),
  named('review', 'review', async () => (await import('./pages/review/review.tsx')).Review),
  named('quality', 'review-read', async () => (await import('./pages/quality/quality.tsx')).Quality),
  named('customers', 'customers', async () => (await import('./pages/customers/customers.tsx')).Customers),
  named('draw', 'draw-read', async () => (await import('./pages/draw/draw.tsx')).Draw),
  named('winners', 'customers', async () => (await import('./pages/winners/winners.tsx')).Winners),
  named('messages', 'customers', async () => (await import('./pages/messages/messages.tsx')).Messages),
  named('set-up', 'set-up-read', async () => (await import('./pages/set-up/set-up.tsx')).SetUp),
  named('people', 'people', async () => (await import('./pages/people/people.tsx')).People),
  named(
    'approvals',
    ['approve', 'customers-change'],
    async () => (await import('./pages/approvals/approvals.tsx')).Approvals,
  ),
  named('exports', 'export', async () => (await import('./pages/exports/exports.tsx')).Exports),
  page(
    '/audit',
    { th: 'บันทึกการทำงาน', en: 'Audit log' },
    'audit',
    async () => (await import('./pages/audit.tsx')).Audit,
  ),
  named('account', null, async () => (await import('./pages/account/account.tsx')).Account),
]
