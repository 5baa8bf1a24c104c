import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import * as v from 'valibot'
import { pageOf } from './packed-package.ts'

const published = v.looseObject({
  name: v.string(),
  versions: v.record(
    v.string(),
    v.looseObject({
      repository: v.optional(v.looseObject({ url: v.optional(v.string(), '') }), { url: '' }),
      dist: v.looseObject({ integrity: v.string() }),
    }),
  ),
  _attachments: v.record(v.string(), v.looseObject({ data: v.string() })),
})

type Answer = { readonly status: number; readonly body: unknown }

export type RegistryStub = {
  readonly url: string
  /** `NAME@VERSION` of each published package. */
  readonly published: readonly string[]
  readonly close: () => Promise<void>
}

/**
 * A local registry that accepts and refuses `npm publish` as registry.npmjs.org does, with the same status and text. It
 * treats each upload as one with a provenance statement of `repository`, because a real statement needs an identity.
 */
export async function startRegistryStub(repository: string): Promise<RegistryStub> {
  const names: string[] = []
  const server: Server = createServer((request, response) => {
    void answer(request, repository, names).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    published: names,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

const refusal = (status: number, error: string): Answer => ({ status, body: { success: false, error } })

async function answer(request: IncomingMessage, repository: string, names: string[]): Promise<Answer> {
  if (request.method !== 'PUT') return refusal(404, 'Not found')
  if (!request.headers.authorization) return refusal(401, 'You must be logged in to publish packages.')
  const upload = v.safeParse(published, await json(request).catch(() => null))
  if (!upload.success) return refusal(400, 'Invalid package document')
  const { name, versions, _attachments } = upload.output
  const [entry] = Object.entries(versions)
  if (!entry) return refusal(400, 'No version')
  const [version, { repository: own, dist }] = entry
  if (names.includes(`${name}@${version}`))
    return refusal(403, `You cannot publish over the previously published versions: ${version}.`)
  if (pageOf(own.url) !== repository)
    return refusal(
      422,
      `Error verifying sigstore provenance bundle: Failed to validate repository information: package.json: "repository.url" is "${own.url}", expected to match "${repository}" from provenance`,
    )
  const archive = Buffer.from(_attachments[`${name}-${version}.tgz`]?.data ?? '', 'base64')
  const hash = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  if (hash !== dist.integrity) return refusal(400, 'The archive does not match dist.integrity')
  names.push(`${name}@${version}`)
  return { status: 200, body: { ok: true } }
}
