import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, onTestFinished } from 'vitest'

/** Creates an empty folder, which is deleted when the current test ends. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Creates such a folder before each test. The returned function joins names to the folder's path. */
export function eachFolder() {
  let folder = ''
  beforeEach(async () => {
    folder = await testFolder()
  })
  return (...names: readonly string[]) => join(folder, ...names)
}
