import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '#server/config.ts'

const python = '/usr/bin/python3'
const script = fileURLToPath(new URL('./swift-server.py', import.meta.url))

/** True if OpenStack Swift, an S3-compatible server, is installed (Debian's swift-proxy and related packages). */
export const hasSwift: boolean =
  spawnSync(python, ['-c', 'import swift.proxy, swift.obj.server']).status === 0

export type Swift = Awaited<ReturnType<typeof startSwift>>

/** Starts Swift with its S3 API in a temporary folder, and creates a bucket. */
export async function startSwift() {
  const folder = await mkdtemp(join(tmpdir(), 'swift-'))
  const child = spawn(python, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  async function close(): Promise<void> {
    child.stdin.end()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string]
  const port = /^ready (\d+)$/.exec(String(line))?.[1]
  if (port === undefined) {
    await close()
    throw new Error(`Swift did not start: ${line}`)
  }
  const bucket: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'photos',
    region: 'us-east-1',
    accessKey: 'campaign:tester',
    secretKey: 'testing',
  }
  const made = await clientOf(bucket).fetch(`${bucket.endpoint}/${bucket.bucket}`, { method: 'PUT' })
  if (!made.ok) {
    await close()
    throw new Error(`The bucket could not be made: ${made.status} ${await made.text()}`)
  }
  return { bucket, close }
}

/** Returns an S3 client for the bucket that is independent of the server's client. */
export function clientOf({ accessKey, secretKey, region }: S3Settings): AwsClient {
  const keys = { accessKeyId: accessKey, secretAccessKey: secretKey }
  return new AwsClient({ ...keys, region, service: 's3', retries: 0 })
}
