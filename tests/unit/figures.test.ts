import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '#tests/kit/folder.ts'
import { changesSince, citedIn, DOCUMENTS, mistakeOf, sectionsWithoutSource } from '#tools/figures/cited.ts'
import { type History, historyOf } from '#tools/figures/history.ts'
import { measured, rowOf } from '#tools/figures/measured.ts'

/** Creates a git repository with one commit per name, which adds a file. Returns the folder and the commits. */
async function cloneWith(...names: readonly string[]) {
  const folder = await testFolder()
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()
  git('init', '-q')
  const commits = names.map(name => {
    writeFileSync(join(folder, name), `${Math.random()}`)
    git('add', name)
    git('commit', '-qm', `change ${name}`)
    return git('rev-parse', '--short=8', 'HEAD')
  })
  return { folder, commits }
}
const withHistory = (folder: string): History => {
  const history = historyOf(folder)
  if (typeof history === 'string') throw new Error(history)
  return history
}

test('a source in a document names the command, its options and the commit', () => {
  const text = 'Four\n(`npm run bench:server -- --rounds 3`, 3f2a1c9d), and (`npx size-limit`, 12345678)'
  expect(citedIn('a.md', text)).toEqual([
    { document: 'a.md', line: 2, command: 'npm run bench:server -- --rounds 3', commit: '3f2a1c9d' },
    { document: 'a.md', line: 2, command: 'npx size-limit', commit: '12345678' },
  ])
})

test('every source in the documents names a command whose measured files are known', () => {
  const all = DOCUMENTS.flatMap(document => citedIn(document, readFileSync(document, 'utf8')))
  expect(all.length).toBeGreaterThan(20)
  expect(all.flatMap(one => mistakeOf(one, 'the history does not matter') ?? [])).toEqual([])
})

test('every table of figures in the documents has a source in its section', () => {
  const text = '## One\n\n| a | b |\n|---|---|\n| x | 12.5 |\n| y | **1,000** |\n'
  expect(sectionsWithoutSource('a.md', text)).toEqual(['a.md: One'])
  expect(sectionsWithoutSource('a.md', `${text}\n(\`npm run chaos\`, 12345678)`)).toEqual([])
  expect(sectionsWithoutSource('a.md', `## Calculated\n\n${text}`)).toEqual([])
  expect(
    DOCUMENTS.flatMap(document => sectionsWithoutSource(document, readFileSync(document, 'utf8'))),
  ).toEqual([])
})

test('the files that a command measures exist', () => {
  expect(
    Object.values(measured)
      .flat()
      .filter(path => !existsSync(path.replace(':(exclude)', ''))),
  ).toEqual([])
  expect(rowOf('npm run bench -- --counts --once')).toBe('npm run bench -- --counts')
  expect(rowOf('npm run bench -- --once')).toBe('npm run bench')
  expect(rowOf('npm run benches')).toBeNull()
})

test('figures are old if a measured file has changed since their commit, and only then', async () => {
  const { folder, commits } = await cloneWith('.size-limit.mjs', 'README.md', '.size-limit.mjs')
  const history = withHistory(folder)
  const changes = commits.map(commit =>
    changesSince({ document: 'a.md', line: 1, command: 'npx size-limit', commit }, history),
  )
  expect(changes.map(list => list.map(line => line.split(' ')[0]))).toEqual([[commits[2]], [commits[2]], []])
  const unknown = { document: 'a.md', line: 1, command: 'npx size-limit', commit: '00000000' }
  expect(mistakeOf(unknown, history)).toBe('00000000 is not a commit of this clone')
})

test('without Git, in a folder of another clone and in a shallow clone, the age is unknown', async () => {
  const { folder } = await cloneWith('README.md', '.size-limit.mjs')
  const shallow = await testFolder()
  execFileSync('git', ['clone', '-q', '--depth=1', `file://${folder}`, shallow])
  expect([await testFolder(), join(process.cwd(), 'tools'), shallow].map(historyOf)).toEqual([
    'this folder is not a Git clone',
    'this folder is not a Git clone',
    'this clone is shallow',
  ])
})
