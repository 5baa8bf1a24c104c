import { expect, test } from 'vitest'
import { screenRoutes } from '#src/boot/routes.ts'
import { messagePaths } from '#tests/kit/message-paths.ts'

const routes = screenRoutes.map(({ path, guard }) => ({
  guard,
  pattern: new RegExp(`^${(path ?? 'none').replaceAll(/:\w+/g, '[^/]+')}$`),
}))

test('the button of each LINE message opens a screen, also after the end of the campaign', () => {
  const paths = messagePaths()
  expect(paths).toEqual([
    '/confirm',
    '/outbox',
    '/qrcode?show=rewards',
    '/receipt',
    '/receipt/id',
    '/receipt/id/edit',
    '/receiptHistory',
    '/watingAnouncer',
  ])
  for (const path of paths) {
    const found = routes.find(({ pattern }) => pattern.test(path.split('?')[0] ?? ''))
    // Messages link to the form for a new receipt only while the campaign is open.
    const guards = path === '/receipt' ? ['signed-in'] : ['open', 'readable']
    expect([path, guards]).toEqual([path, expect.arrayContaining([found?.guard])])
  }
})
