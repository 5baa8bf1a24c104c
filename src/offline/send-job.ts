import type { Answer, BodyInput, Params } from '#contract/routes.ts'
import type { Api, Failure } from '#src/ports.ts'
import type { Job, QueueableRoute } from './job.ts'
import { WRITE_TIMEOUT_MS } from './limits.ts'
import { type StoredPhoto, uploadPhoto } from './upload.ts'

export type Attempt =
  | { readonly acked: true; readonly answer: Answer<QueueableRoute> }
  | { readonly acked: false; readonly failure: Failure }

export type Sending = {
  readonly signal: AbortSignal
  readonly photo: (sha256: string) => Promise<StoredPhoto | null>
  /** 0 to 1, over all its photos. */
  readonly progress: (part: number) => void
}

/**
 * One try to deliver one job: its photos first, then the call. It counts as delivered only by a parsed answer that
 * names the job's key; a captive portal's 200 does not.
 */
export async function sendJob(api: Api, job: Job, sending: Sending): Promise<Attempt> {
  const missing = await sendPhotos(api, job, job.attempts > 0, sending)
  if (missing) return { acked: false, failure: missing }
  const attempt = await post(api, job, sending.signal)
  if (attempt.acked || !lacksPhotos(attempt.failure) || job.photos.length === 0) return attempt
  const stillMissing = await sendPhotos(api, job, true, sending)
  return stillMissing ? { acked: false, failure: stillMissing } : post(api, job, sending.signal)
}

async function sendPhotos(api: Api, job: Job, again: boolean, sending: Sending): Promise<Failure | null> {
  const total = job.photos.reduce((sum, photo) => sum + photo.size, 0)
  let done = 0
  for (const { sha256, size } of job.photos) {
    const photo = await sending.photo(sha256)
    // Evicted from the phone: it may have reached the server before, which the call itself will tell.
    if (photo === null) continue
    const failure = await uploadPhoto(api, {
      sha256,
      photo,
      owner: job.owner,
      again,
      signal: sending.signal,
      progress: sent => sending.progress((done + sent) / total),
    })
    if (failure) return failure
    done += size
  }
  return null
}

async function post(api: Api, job: Job, signal: AbortSignal): Promise<Attempt> {
  const reply = await api.call(job.route, {
    params: job.params as Params<QueueableRoute>,
    ...(job.body === null ? {} : { body: job.body as BodyInput<QueueableRoute> }),
    idempotencyKey: job.id,
    owner: job.owner,
    ...(job.ifMatch === null ? {} : { ifMatch: job.ifMatch }),
    timeout: WRITE_TIMEOUT_MS,
    signal,
  })
  if (!reply.ok) return { acked: false, failure: reply.failure }
  if (reply.headers.get('idempotency-key') === job.id) return { acked: true, answer: reply.value }
  return { acked: false, failure: { kind: 'portal', status: 200 } }
}

const lacksPhotos = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.code === 'IMAGE_MISSING'
