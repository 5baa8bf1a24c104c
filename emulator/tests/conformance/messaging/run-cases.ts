import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '#tests/cli/kit.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { CASES_FILE, checkMessaging, type MessagingOutcome, messagingCases } from './cases.ts'

/** The driver, which calls LINE with the bot SDK that is installed in its folder or in a parent folder. */
export const DRIVER = new URL('driver.mjs', import.meta.url).pathname

/** Runs all cases under `liff-emulator exec`, and returns a sentence for each expectation that failed. */
export async function messagingProblems(driver: string): Promise<readonly string[]> {
  const folder = await testFolder()
  const file = join(folder, 'outcomes.json')
  const result = await runCommand('exec', folder, '--', process.execPath, driver, CASES_FILE, file)
  if (result.code !== 0 || result.errors !== '') return [`exit code ${result.code}: ${result.errors}`]
  const outcomes: Record<string, MessagingOutcome | undefined> = JSON.parse(await readFile(file, 'utf8'))
  return messagingCases.flatMap(each => {
    const outcome = outcomes[each.id]
    const found = outcome === undefined ? ['no outcome'] : checkMessaging(each, outcome)
    return found.map(problem => `${each.id}: ${problem}`)
  })
}
