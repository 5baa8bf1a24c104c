import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nightly } from '#tools/circles.ts'

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

test('the emulator compiles alone under the rules of the whole project', () => {
  const { lib: _lib, types: _types, allowJs: _js, ...own } = read('emulator/tsconfig.json').compilerOptions
  const { types: _none, ...ours } = read('tsconfig.base.json').compilerOptions
  expect(own).toEqual(ours)
})

test('the emulator’s lock file agrees with its package.json, and has the versions of the whole project', () => {
  const { dependencies, devDependencies } = read('emulator/package.json')
  const { packages } = read('emulator/package-lock.json')
  const whole = read('package-lock.json').packages
  expect(packages['']).toMatchObject({ dependencies, devDependencies })
  const names = Object.keys({ ...dependencies, ...devDependencies })
  const versionsIn = (lock: typeof packages) =>
    Object.fromEntries(names.map(name => [name, lock[`node_modules/${name}`]?.version]))
  expect(versionsIn(packages)).toEqual(versionsIn(whole))
})

test('the emulator’s package has only what its users need', () => {
  const { files, scripts } = read('emulator/package.json') as {
    files: readonly string[]
    scripts: Record<string, string>
  }
  expect(files.filter(path => /tests|CONTRIBUTING|package-lock|config/.test(path))).toEqual([])
  expect(Object.values(scripts).filter(script => script.includes('..'))).toEqual([])
})

test('the slow tests of the emulator run in a later circle', () =>
  expect(nightly).toContain('emulator/tests/core/load.test.ts'))
