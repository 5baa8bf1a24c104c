import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startBackEndAccess } from '#emulator/cli/back-end.ts'
import { createLiffEmulator } from '#emulator/emulator.ts'
import { packageFile } from '#emulator/package-file.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { hasLanguage, LANGUAGES } from '#tests/kit/languages.mjs'
import { selfSigned } from '#tests/kit/self-signed.ts'

/** A loopback address that `NO_PROXY` does not contain, so that clients use the proxy for it. */
const OTHER_HOST = '127.0.0.2'
const PUSH = 'https://api.line.me/v2/bot/message/push'

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  Python: ['python3', 'push.py'],
  Java: ['java', 'Push.java'],
  Ruby: ['ruby', 'push.rb'],
  PHP: ['php', 'push.php'],
  Go: ['go', 'run', 'push.go'],
  curl: ['sh', 'push.sh'],
}

/** Starts an HTTPS server that is not LINE's. The user trusts its certificate through SSL_CERT_FILE. */
async function startOtherHost(folder: string): Promise<string> {
  const { key, cert } = selfSigned(`IP:${OTHER_HOST}`)
  const trusted = join(folder, 'trusted.pem')
  await writeFile(trusted, cert)
  vi.stubEnv('SSL_CERT_FILE', trusted)
  const server = createServer({ key, cert }, (_, outgoing) => outgoing.end('own'))
  await new Promise<void>(resolve => server.listen(0, OTHER_HOST, resolve))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
  })
  return `https://${OTHER_HOST}:${(server.address() as AddressInfo).port}`
}

for (const language of LANGUAGES) {
  const { name } = language
  test.runIf(hasLanguage(language))(
    `an unmodified back end in ${name} pushes while the phone is offline, and reaches other hosts`,
    async () => {
      const folder = await testFolder()
      vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'))
      const other = await startOtherHost(folder)
      const emulator = await createLiffEmulator({ scenario: 'offline' })
      const access = await startBackEndAccess(emulator, 'http://localhost:4400')
      onTestFinished(access.close)
      const [program = '', ...args] = COMMANDS[name] ?? []
      const result = join(folder, 'result.json')
      await promisify(execFile)(program, [...args, emulator.scenario().user, other, result], {
        ...{ cwd: packageFile('tests/fixtures/back-ends'), env: { ...process.env, ...access.env } },
      })
      const { pushes, other: answer } = JSON.parse(await readFile(result, 'utf8'))
      expect(new Set(pushes)).toEqual(new Set([200]))
      expect(answer).toBe('own')
      const calls = emulator.requests().map(({ url, via, status }) => `${via} ${status} ${url}`)
      expect(calls).toEqual(Array(pushes.length).fill(`server 200 ${PUSH}`))
      expect(emulator.botMessages()).toHaveLength(pushes.length)
    },
  )
}

test.runIf(LANGUAGES.some(language => language.name === 'PHP' && hasLanguage(language)))(
  'a back end in PHP keeps the auto_prepend_file of its own php.ini',
  async () => {
    const folder = await testFolder()
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'))
    const ini = join(folder, 'ini')
    vi.stubEnv('PHP_INI_SCAN_DIR', ini)
    onTestFinished(() => void vi.unstubAllEnvs())
    await mkdir(ini)
    await writeFile(join(folder, 'own.php'), "<?php $own = 'own file';")
    await writeFile(join(ini, 'own.ini'), `auto_prepend_file = "${join(folder, 'own.php')}"\n`)
    await writeFile(
      join(folder, 'program.php'),
      '<?php echo json_encode(array_keys(get_defined_vars())), $own;',
    )
    const access = await startBackEndAccess(await createLiffEmulator(), 'http://localhost:4400')
    onTestFinished(access.close)
    const { stdout } = await promisify(execFile)('php', [join(folder, 'program.php')], {
      env: { ...process.env, ...access.env },
    })
    expect(stdout).toMatch(/"own"\]own file$/)
    expect(stdout).not.toContain('liffEmulator')
  },
)
