import { type ComponentType, lazy } from 'react'
import type { Permission } from '#contract/desk/roles.ts'
import type { Text } from './texts/use-texts.tsx'

export type Page = {
  readonly path: string
  readonly title: Text
  /** Permission needed to see the page in the menu; null if everyone sees it. The server checks every call. */
  readonly permission: Permission | null
  readonly component: ComponentType
}

/** In menu order. People start on the first page that they may see. */
export const pages: readonly Page[] = [
  {
    path: '/today',
    title: 'page.today',
    permission: 'today',
    component: lazy(async () => ({ default: (await import('./pages/today/today.tsx')).Today })),
  },
  {
    path: '/review',
    title: 'page.review',
    permission: 'review',
    component: lazy(async () => ({ default: (await import('./pages/review/review.tsx')).Review })),
  },
  {
    path: '/quality',
    title: 'page.quality',
    permission: 'review-read',
    component: lazy(async () => ({ default: (await import('./pages/quality/quality.tsx')).Quality })),
  },
  {
    path: '/customers',
    title: 'page.customers',
    permission: 'customers',
    component: lazy(async () => ({ default: (await import('./pages/customers/customers.tsx')).Customers })),
  },
  {
    path: '/draw',
    title: 'page.draw',
    permission: 'draw-read',
    component: lazy(async () => ({ default: (await import('./pages/draw/draw.tsx')).Draw })),
  },
  {
    path: '/winners',
    title: 'page.winners',
    permission: 'customers',
    component: lazy(async () => ({ default: (await import('./pages/winners/winners.tsx')).Winners })),
  },
  {
    path: '/set-up',
    title: 'page.set-up',
    permission: 'set-up-read',
    component: lazy(async () => ({ default: (await import('./pages/set-up/set-up.tsx')).SetUp })),
  },
  {
    path: '/people',
    title: 'page.people',
    permission: 'people',
    component: lazy(async () => ({ default: (await import('./pages/people/people.tsx')).People })),
  },
  {
    path: '/approvals',
    title: 'page.approvals',
    permission: null,
    component: lazy(async () => ({ default: (await import('./pages/approvals/approvals.tsx')).Approvals })),
  },
  {
    path: '/exports',
    title: 'page.exports',
    permission: 'export',
    component: lazy(async () => ({ default: (await import('./pages/exports/exports.tsx')).Exports })),
  },
  {
    path: '/audit',
    title: { th: 'บันทึกการทำงาน', en: 'Audit log' },
    permission: 'audit',
    component: lazy(async () => ({ default: (await import('./pages/audit.tsx')).Audit })),
  },
  {
    path: '/account',
    title: 'page.account',
    permission: null,
    component: lazy(async () => ({ default: (await import('./pages/account/account.tsx')).Account })),
  },
]
