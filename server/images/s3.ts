import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '#server/config.ts'
import type { ObjectStore } from '#server/deps.ts'
import { ObjectStoreError } from './object-store-error.ts'

const TIMEOUT_MS = 15_000
const RETRIES = 2

type Send = (request: Request) => Promise<Response>

/** Every failure is an ObjectStoreError, so that the bucket's message appears only in the log. */
export function s3Objects(settings: S3Settings, send: Send = request => fetch(request)): ObjectStore {
  const { endpoint, bucket, region, accessKey: accessKeyId, secretKey: secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const urlOf = (key: string) =>
    `${endpoint}/${bucket}${key === '' ? '' : `/${key.split('/').map(encodeURIComponent).join('/')}`}`

  async function sendOnce(method: string, key: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const signed = await client.sign(urlOf(key), { ...init, method, signal, redirect: 'manual' })
    try {
      const response = await send(signed)
      // Read the body within the timeout, so that a stalled body is a failure too.
      return new Response(
        method === 'HEAD' || isBodyless(response) ? null : await response.arrayBuffer(),
        response,
      )
    } catch (cause) {
      throw new ObjectStoreError(`${method}: no answer from the bucket`, { cause })
    }
  }

  async function sendWithRetries(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    for (let left = RETRIES; ; left--) {
      const answer = await sendOnce(method, key, init).catch((error: unknown) => {
        if (left === 0) throw error
        return null
      })
      if (answer && (left === 0 || !isTransient(answer.status))) return answer
    }
  }

  async function throwRefused(method: string, response: Response): Promise<never> {
    const code = /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(await response.text())?.[1] ?? 'no code'
    throw new ObjectStoreError(`${method}: the bucket answered ${response.status} (${code})`)
  }

  return {
    async put(key, bytes, contentType, { onlyNew = false } = {}) {
      const send = (headers: Record<string, string>) =>
        sendWithRetries('PUT', key, {
          body: bytes as Uint8Array<ArrayBuffer>,
          headers: { 'Content-Type': contentType, ...headers },
        })
      const response = await send(onlyNew ? { 'If-None-Match': '*' } : {})
      // Status 409 means that another conditional write of this key is in progress.
      if (response.ok || (onlyNew && [409, 412].includes(response.status))) return
      // Some stores do not support conditional writes.
      const again = onlyNew && response.status === 501 ? await send({}) : response
      if (!again.ok) await throwRefused('PUT', again)
    },
    async get(key) {
      const response = await sendWithRetries('GET', key)
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      // S3 also responds with 404 if the bucket is missing. The photo must not be treated as deleted then.
      if (response.status === 404 && !/NoSuchBucket/.test(await response.clone().text())) return null
      return throwRefused('GET', response)
    },
    async delete(key) {
      const response = await sendWithRetries('DELETE', key)
      if (!response.ok && response.status !== 404) await throwRefused('DELETE', response)
    },
    async probe() {
      const response = await sendWithRetries('HEAD', '')
      if (!response.ok) throw new ObjectStoreError(`HEAD: the bucket answered ${response.status}`)
    },
  }
}

const isBodyless = ({ status }: Response): boolean => status === 204 || status === 304
const isTransient = (status: number): boolean => status === 429 || (status >= 500 && status !== 501)
