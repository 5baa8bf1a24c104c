import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '#server/config.ts'
import type { ObjectStore } from '#server/deps.ts'
import { ObjectStoreError } from './object-store-error.ts'

/** How long one request to the bucket may take, in milliseconds. A photo is at most 8 MiB. */
const TIMEOUT_MS = 15_000
/** Further attempts after a failure that may pass: no connection, 429, 5xx. */
const RETRIES = 2

type Send = (request: Request) => Promise<Response>

/**
 * Photos in an S3-compatible bucket, addressed path-style, `<endpoint>/<bucket>/<key>`.
 * Every failure is an ObjectStoreError, which callers are told as UNAVAILABLE; what the bucket says stays in the log.
 */
export function s3Objects(settings: S3Settings, send: Send = request => fetch(request)): ObjectStore {
  const { endpoint, bucket, region, accessKey: accessKeyId, secretKey: secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const urlOf = (key: string) =>
    `${endpoint}/${bucket}${key === '' ? '' : `/${key.split('/').map(encodeURIComponent).join('/')}`}`

  async function once(method: string, key: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const signed = await client.sign(urlOf(key), { ...init, method, signal })
    try {
      const response = await send(signed)
      // Read whole, within the time limit: a body that stalls is a failure like any other.
      return new Response(
        method === 'HEAD' || isBodyless(response) ? null : await response.arrayBuffer(),
        response,
      )
    } catch (cause) {
      throw new ObjectStoreError(`${method}: no answer from the bucket`, { cause })
    }
  }

  async function ask(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    for (let left = RETRIES; ; left--) {
      const answer = await once(method, key, init).catch((error: unknown) => {
        if (left === 0) throw error
        return null
      })
      if (answer && (left === 0 || !mayPass(answer.status))) return answer
    }
  }

  async function refused(method: string, response: Response): Promise<never> {
    const code = /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(await response.text())?.[1] ?? 'no code'
    throw new ObjectStoreError(`${method}: the bucket answered ${response.status} (${code})`)
  }

  return {
    async put(key, bytes, contentType) {
      const response = await ask('PUT', key, {
        body: bytes as Uint8Array<ArrayBuffer>,
        headers: { 'Content-Type': contentType },
      })
      if (!response.ok) await refused('PUT', response)
    },
    async get(key) {
      const response = await ask('GET', key)
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      // A missing bucket is 404 too, and no reason to believe that a photo is gone.
      if (response.status === 404 && !/NoSuchBucket/.test(await response.clone().text())) return null
      return refused('GET', response)
    },
    async delete(key) {
      const response = await ask('DELETE', key)
      if (!response.ok && response.status !== 404) await refused('DELETE', response)
    },
    async probe() {
      const response = await ask('HEAD', '')
      if (!response.ok) throw new ObjectStoreError(`HEAD: the bucket answered ${response.status}`)
    },
  }
}

const isBodyless = ({ status }: Response): boolean => status === 204 || status === 304
const mayPass = (status: number): boolean => status === 429 || status >= 500
