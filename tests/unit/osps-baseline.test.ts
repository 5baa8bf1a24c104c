import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Tests the answers to the OpenSSF OSPS Baseline v2026.02.19, and the facts that only these answers state. */

const page = readFileSync('docs/osps-baseline.md', 'utf8')
const read = (path: string) => readFileSync(path, 'utf8')

/** The controls of levels 1 and 2 in the baseline's order. */
const controls = {
  1: 'AC-01.01 AC-02.01 AC-03.01 AC-03.02 BR-01.01 BR-01.03 BR-03.01 BR-03.02 BR-07.01 DO-01.01 DO-02.01 GV-02.01 GV-03.01 LE-02.01 LE-02.02 LE-03.01 LE-03.02 QA-01.01 QA-01.02 QA-02.01 QA-04.01 QA-05.01 QA-05.02 VM-02.01',
  2: 'AC-04.01 BR-02.01 BR-04.01 BR-05.01 BR-06.01 DO-06.01 DO-07.01 GV-01.01 GV-01.02 GV-03.02 LE-01.01 QA-03.01 QA-06.01 SA-01.01 SA-02.01 SA-03.01 VM-01.01 VM-03.01 VM-04.01',
} as const

const rowsOf = (level: 1 | 2) =>
  [
    ...(page.split(`\n## Level ${level}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(
      /^\| OSPS-(\S+) \| (.+) \|$/gm,
    ),
  ].map(([, id = '', rest = '']) => {
    const [words = '', answer = '', proof = ''] = rest.split(' | ')
    return { id, words, answer, proof }
  })

test.each([1, 2] as const)(
  'every control of level %i has an answer with a proof, or with what to set',
  level => {
    const rows = rowsOf(level)
    expect(rows.map(({ id }) => id)).toEqual(controls[level].split(' '))
    for (const { id, words, answer, proof } of rows) {
      expect([id, words.length > 15, proof.length > 5]).toEqual([id, true, true])
      expect([id, ['met', 'host', 'open'].includes(answer)]).toEqual([id, true])
      // The proof of a met control names at least one file or test.
      if (answer === 'met') expect([id, proof]).toEqual([id, expect.stringMatching(/`[\w./-]+/)])
    }
  },
)

test('every file, heading and test that an answer names exists', () => {
  const anchorsOf = (path: string) =>
    [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
  const missing = [...rowsOf(1), ...rowsOf(2)].flatMap(({ id, proof }) =>
    [...proof.matchAll(/`([^`]+)`/g)].flatMap(([, named = '']) => {
      const [path = '', title] = named.split(' › ')
      if (title !== undefined) {
        const source = existsSync(`tests/${path}`) ? read(`tests/${path}`) : ''
        const text = title.replace(/…$/, '')
        return ["'", '`'].some(quote => source.includes(`(${quote}${text}`)) ? [] : [`${id}: ${named}`]
      }
      const [file = '', anchor] = named.split('#')
      if (!/[./]/.test(file) && file !== 'LICENSE') return []
      if (!existsSync(file)) return [`${id}: ${named}`]
      return anchor === undefined || anchorsOf(file).includes(anchor) ? [] : [`${id}: ${named}`]
    }),
  )
  expect(missing).toEqual([])
})

const workflows = readdirSync('.github/workflows').map(name => ({
  name,
  source: read(`.github/workflows/${name}`),
}))

test('no workflow puts text from outside into a command', () => {
  for (const { name, source } of workflows) {
    // A command may contain only values of the matrix, which the workflow itself lists.
    const used = source.split('\n').filter(line => /\brun:/.test(line) && /\$\{\{/.test(line))
    expect([name, used.filter(line => !/^[^$]*(\$\{\{ matrix\.\w+ \}\}[^$]*)+$/.test(line))]).toEqual([
      name,
      [],
    ])
    expect(source).not.toMatch(/github\.(event|head_ref)|pull_request_target|workflow_run|inputs\./)
    expect(source).not.toMatch(/run: [|>]/)
  }
})

test('the pipeline tests every pull request', () => {
  const source = read('.github/workflows/test.yml')
  expect(source).toMatch(/^ {2}pull_request:$/m)
  expect(source).toContain('- run: npm test -- --all')
})

const tracked = (): string[] => {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  return status === 0 ? stdout.split('\0').filter(path => path !== '' && existsSync(path)) : []
}

test('every official address is encrypted', () => {
  const local = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|[\w.]+\.(localhost|test|example)\b)/
  for (const path of [
    'README.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    'NOTICES.md',
    'package.json',
    'emulator/README.md',
    'emulator/package.json',
  ]) {
    const addresses = read(path).match(/http:\/\/[^\s)`'"<>]+/g) ?? []
    expect([path, addresses.filter(one => !local.test(one))]).toEqual([path, []])
  }
})

test('no tracked file contains a key', () => {
  const keys = [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[\w+/=]{40}/,
    /\b(AKIA|ASIA)[0-9A-Z]{16}\b/,
    /\b(ghp|gho|ghs|github_pat)_[A-Za-z0-9_]{30,}/,
    /\bnpm_[A-Za-z0-9]{36}\b/,
    /\bxox[abp]-[\w-]{20,}/,
  ]
  const files = tracked().filter(path => !/\.(webp|png|jpg|woff2|gz|br)$/.test(path))
  expect(files.length).toBeGreaterThan(1000)
  const found = files.filter(path => {
    const text = read(path)
    return keys.some(key => key.test(text))
  })
  expect(found).toEqual([])
  expect(files.filter(path => /(^|\/)\.env$|\.env$|\.(pem|key|p12|pfx)$/.test(path))).toEqual([])
  for (const pattern of ['.env', '*.env']) expect(read('.gitignore').split('\n')).toContain(pattern)
})

test('the only packed files are those of earlier releases, and no program is tracked', () => {
  const files = tracked()
  expect(files.length).toBeGreaterThan(1000)
  const program = /\.(exe|dll|so|dylib|class|jar|wasm|node|o|a|pyc|bin)$/
  expect(files.filter(path => program.test(path))).toEqual([])
  const packed = files.filter(path => /\.(gz|tgz|zip|br|zst|xz|7z|tar)$/.test(path))
  expect(
    packed.filter(
      path => !/^tests\/fixtures\/(releases\/.+\.json\.br|previous-release\.tar\.gz)$/.test(path),
    ),
  ).toEqual([])
  // A binary file is a picture, a font or one of the packed files.
  const binary = files.filter(path => readFileSync(path).subarray(0, 4000).includes(0))
  expect(binary.filter(path => !packed.includes(path) && !/\.(webp|png|jpg|woff2)$/.test(path))).toEqual([])
})

test('the licence is MIT, in the repository and in what is released', () => {
  for (const folder of ['', 'emulator/']) {
    expect(read(`${folder}LICENSE`)).toMatch(/^MIT License\n/)
    expect(JSON.parse(read(`${folder}package.json`)).license).toBe('MIT')
  }
})
