import { spawnSync } from 'node:child_process'

/**
 * Languages whose back ends are tested with the emulator. `check` fails if the language lacks something that the test
 * needs.
 */
export const LANGUAGES = [
  { name: 'Python', program: 'python3', check: ['-c', 'import ssl'], debian: 'python3' },
  { name: 'Java', program: 'java', check: ['--list-modules'], debian: 'default-jdk-headless' },
  { name: 'Ruby', program: 'ruby', check: ['-e', 'require "net/https"'], debian: 'ruby' },
  { name: 'PHP', program: 'php', check: ['-r', 'curl_init();'], debian: 'php-cli php-curl' },
  { name: 'Go', program: 'go', check: ['version'], debian: 'golang-go' },
  { name: 'curl', program: 'curl', check: ['--version'], debian: 'curl' },
]

/**
 * True if this machine can run a back end in the language.
 * @param {(typeof LANGUAGES)[number]} language
 */
export function hasLanguage({ program, check }) {
  const { status, stdout } = spawnSync(program, check, { encoding: 'utf8' })
  // A JVM without the compiler cannot run a source file.
  return status === 0 && (program !== 'java' || stdout.includes('jdk.compiler'))
}
