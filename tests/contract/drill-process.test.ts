import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diskObjects } from '#server/images/disk.ts'
import { imageKey } from '#server/images/store.ts'
import { cliMain, runCommand } from '#tests/kit/cli-process.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { NOON } from '#tests/kit/noon.ts'
import { prepareStore } from '#tests/kit/prepared.ts'
import { insert } from '#tests/kit/rows.ts'

const COPY = 'campaign-drill-'
/** Enough photos for a signal to arrive while the drill unpacks them. */
const PHOTOS = 200

/** Creates a backup. Returns a function that runs the drill and sends it a signal once it has created its folder. */
async function backedUp() {
  const store = await prepareStore('sqlite', 1)
  const [customer_id = ''] = store.customers.map(one => one.customerId)
  const objects = diskObjects(join(String(store.env.DATA_DIR), 'objects'))
  for (let n = 0; n < PHOTOS; n += 1) {
    const sha256 = n.toString(16).padStart(64, '0')
    await objects.put(imageKey({ customerId: customer_id, sha256 }), Buffer.from(`photo ${n}`), 'image/jpeg')
    const shape = { bytes: 9, width: 200, height: 200, content_type: 'image/jpeg', created_at: NOON }
    await insert(store, 'image', { customer_id, sha256, ...shape })
  }
  const folder = await testFolder()
  const temporary = join(folder, 'tmp')
  await mkdir(temporary)
  const env = { ...store.env, TMPDIR: temporary }
  const file = join(folder, 'b.tar')
  expect(await runCommand(['backup', file], env)).toMatchObject({ code: 0 })
  const copies = async () => (await readdir(temporary)).filter(name => name.startsWith(COPY))
  const drill = () => runCommand(['drill', file], env)
  const drillStopped = async (signal: NodeJS.Signals) => {
    const child = spawn(process.execPath, ['--import', 'tsx', cliMain, 'drill', file], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let err = ''
    child.stderr.on('data', data => (err += data))
    const watcher = watch(temporary, (_, name) => {
      if (!name?.startsWith(COPY)) return
      watcher.close()
      child.kill(signal)
    })
    const [code, by] = await once(child, 'close')
    return { code, by, err, left: await copies() }
  }
  return { drill, drillStopped, copies, drop: store.drop }
}

test('a stopped drill deletes its copy, and the next drill deletes the copy of a killed one', {
  timeout: 120_000,
}, async () => {
  const { drill, drillStopped, copies, drop } = await backedUp()
  try {
    expect(await drillStopped('SIGTERM')).toEqual({
      code: 1,
      by: null,
      err: 'Stopped by SIGTERM; the temporary copy was deleted.\n',
      left: [],
    })
    const killed = await drillStopped('SIGKILL')
    expect([killed.by, killed.left]).toEqual(['SIGKILL', [expect.stringMatching(/^campaign-drill-\d+-/)]])
    const { code, out } = await drill()
    expect([code, out]).toEqual([0, expect.stringContaining(`the backup contains all ${PHOTOS}`)])
    expect(await copies()).toEqual([])
  } finally {
    await drop()
  }
})
