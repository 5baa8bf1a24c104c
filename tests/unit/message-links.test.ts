import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { screenRoutes } from '#src/boot/routes.ts'

const routes = screenRoutes.map(({ path, guard }) => ({
  guard,
  pattern: new RegExp(`^${(path ?? 'none').replaceAll(/:\w+/g, '[^/]+')}$`),
}))

/** Returns the paths in the app that the LINE messages of a file open, with an id for each placeholder. */
const pathsIn = (file: string): string[] =>
  [...readFileSync(`server/messages/${file}`, 'utf8').matchAll(/['`}](\/[A-Za-z][^'`?]*)[^'`]*['`]/g)].map(
    ([, path = '']) => path.replaceAll(/\$\{[^}]+\}/g, 'id'),
  )

const files = [
  ...readdirSync('server/messages/contents').map(name => `contents/${name}`),
  'compose-digest.ts',
]

test('the button of each LINE message opens a screen, also after the end of the campaign', () => {
  const paths = [...new Set(files.flatMap(pathsIn))]
  expect(paths.toSorted()).toEqual([
    '/confirm',
    '/outbox',
    '/qrcode',
    '/receipt',
    '/receipt/id',
    '/receipt/id/edit',
    '/receiptHistory',
    '/watingAnouncer',
  ])
  for (const path of paths) {
    const found = routes.find(({ pattern }) => pattern.test(path))
    // The form for a new receipt is only mentioned while the campaign is open.
    const guards = path === '/receipt' ? ['signed-in'] : ['open', 'readable']
    expect([path, guards]).toEqual([path, expect.arrayContaining([found?.guard])])
  }
})
