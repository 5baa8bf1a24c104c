import { beforeEach, expect, test, vi } from 'vitest'
import { approvedActions } from '#contract/actions.ts'
import type { DeskCallDefinition } from '#contract/define-call.ts'
import { mayAny, type Role, roles } from '#contract/desk/roles.ts'
import { deskCalls } from '#contract/desk-calls.ts'
import { pages } from '#desk/pages.ts'
import { deskWorld } from '#tests/kit/desk-page.tsx'
import { eachTest } from '#tests/kit/server.ts'

const world = eachTest(deskWorld)

const menus: Readonly<Record<Role, readonly string[]>> = {
  reviewer: ['/review', '/account'],
  support: ['/today', '/customers', '/winners', '/messages', '/set-up', '/approvals', '/account'],
  manager: pages.map(({ path }) => path).filter(path => path !== '/scan'),
  auditor: [
    '/today',
    '/quality',
    '/customers',
    '/draw',
    '/winners',
    '/messages',
    '/set-up',
    '/audit',
    '/account',
  ],
  staff: ['/scan', '/account'],
}

const isOwn = (role: Role, { who }: DeskCallDefinition): boolean =>
  who === 'anyone' || who === 'signed-in' || mayAny(role, who)

// The charts draw nothing in elements without a size, so every element gets one.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 200))
})

test.each(roles)('%s: the menu has only pages that the role can use, and no other page opens', async role => {
  const browser = await world.join(role)
  for (const { path } of pages) {
    const page = await world.open(path, browser)
    const menu = [...document.querySelectorAll('nav a')].map(link => link.getAttribute('href'))
    expect(menu).toEqual(menus[role])
    expect([path, page.text().includes('This page does not exist')]).toEqual([path, !menu.includes(path)])
    const foreign = page.network.sent.filter(({ name }) => name === null || !isOwn(role, deskCalls[name]))
    expect([path, foreign]).toEqual([path, []])
    await page.leave()
    document.body.replaceChildren()
  }
})

test('the page of approvals is for the roles that can ask for one or decide', () => {
  const wanted = ['approve', ...Object.values(approvedActions).map(({ who }) => who)] as const
  for (const role of roles)
    expect([role, menus[role].includes('/approvals')]).toEqual([role, mayAny(role, wanted)])
})
