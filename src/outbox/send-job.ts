import type { Answer, BodyInput, Params } from '#contract/calls.ts'
import type { Api, Failure } from '#src/ports.ts'
import type { Job, QueueableRoute } from './job.ts'
import { WRITE_TIMEOUT_MS } from './limits.ts'
import { type StoredPhoto, uploadPhoto } from './upload.ts'

export type Attempt =
  | { readonly acked: true; readonly answer: Answer<QueueableRoute> }
  /** `photosGone` is true if some of the job's photos are no longer on this phone. */
  | { readonly acked: false; readonly failure: Failure; readonly photosGone: boolean }

export type SendOptions = {
  /** True if an earlier attempt may have reached the server. */
  readonly mayHaveBeenSent: boolean
  readonly signal: AbortSignal
  readonly photo: (sha256: string) => Promise<StoredPhoto | null>
  /** Number of bytes sent so far for each photo (see `Upload.sentBytes`). */
  readonly sentBytes: Map<string, number>
  /** Reports the upload progress of all photos together, from 0 to 1. */
  readonly progress: (part: number) => void
}

/**
 * Tries once to deliver a job: uploads its photos, then makes the call. The job counts as delivered only if a
 * valid response names its idempotency key. A 200 from a captive portal does not.
 */
export async function sendJob(api: Api, job: Job, options: SendOptions): Promise<Attempt> {
  // An edited receipt may contain only photos that were uploaded earlier. The phone cannot upload those
  // again.
  let photosGone = job.photos.length === 0
  const counting: SendOptions = {
    ...options,
    async photo(sha256) {
      const photo = await options.photo(sha256)
      // The browser has deleted the photo. The server may already have it; the call below will show that.
      photosGone ||= photo === null
      return photo
    },
  }
  const unsent = (failure: Failure): Attempt => ({ acked: false, failure, photosGone })
  const missing = await sendPhotos(api, job, counting)
  if (missing) return unsent(missing)
  const attempt = await post(api, job, options.signal)
  if (attempt.acked) return attempt
  if (!lacksPhotos(attempt.failure) || photosGone) return unsent(attempt.failure)
  const stillMissing = await sendPhotos(api, job, { ...counting, mayHaveBeenSent: true })
  if (stillMissing) return unsent(stillMissing)
  const second = await post(api, job, options.signal)
  return second.acked ? second : unsent(second.failure)
}

async function sendPhotos(api: Api, job: Job, options: SendOptions): Promise<Failure | null> {
  const total = job.photos.reduce((sum, photo) => sum + photo.size, 0)
  let done = 0
  for (const { sha256, size } of job.photos) {
    const photo = await options.photo(sha256)
    if (photo === null) continue
    const failure = await uploadPhoto(api, {
      sha256,
      photo,
      owner: job.owner,
      mayHaveBeenSent: options.mayHaveBeenSent,
      signal: options.signal,
      sentBytes: options.sentBytes,
      progress: sent => options.progress((done + sent) / total),
    })
    if (failure) return failure
    done += size
  }
  return null
}

type Posted = Extract<Attempt, { acked: true }> | { readonly acked: false; readonly failure: Failure }

async function post(api: Api, job: Job, signal: AbortSignal): Promise<Posted> {
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
