import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(path => `src/${path.replaceAll('\\', '/')}`)
  .filter(path => /\.tsx?$/.test(path))
const routes = readFileSync('src/boot/routes.ts', 'utf8')
const lazy = [...routes.matchAll(/import\('(#src\/screens\/[^']+)'\)/g)].map(([, path = '']) => path)

test('imports the screens of routes only lazily', () => {
  expect(new Set(lazy).size).toBeGreaterThanOrEqual(15)
  const eager = sources.flatMap(path => {
    const text = readFileSync(path, 'utf8')
    const [, folder = path] = /^src\/screens\/([^/]+)\//.exec(path) ?? []
    return lazy
      .filter(screen => !screen.startsWith(`#src/screens/${folder}/`))
      .filter(screen => new RegExp(`(from|import) '${screen}'`).test(text))
      .map(screen => `${path}: ${screen}`)
  })
  expect(eager).toEqual([])
})
