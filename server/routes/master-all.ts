import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { readCampaign } from '#server/campaign/clock.ts'
import type { Handler } from '#server/handler.ts'
import { matchesEtag } from '#server/http/etag.ts'
import { MASTER_ORDER, readMaster, sortedByName, versionOfMaster } from '#server/store/master.ts'
import type { Db } from '#server/store/tables.ts'

const compress = promisify(gzip)

export const handler: Handler<'masterAll'> = async ({ db, headers }) => {
  const { master_version } = await readCampaign(db)
  const tags = { ETag: `W/"${master_version}-${MASTER_ORDER}"`, Vary: 'Accept-Encoding' }
  // Check before reading the lists, because most phones only revalidate their cached lists.
  if (matchesEtag(headers.get('if-none-match'), tags.ETag))
    return new Response(null, { status: 304, headers: tags })
  const all = await encodedMaster(db, master_version)
  const type = {
    ...tags,
    ETag: `W/"${all.version}-${MASTER_ORDER}"`,
    'Content-Type': 'application/json; charset=utf-8',
  }
  return /\bgzip\b/.test(headers.get('accept-encoding') ?? '')
    ? new Response(all.gzipped, { headers: { ...type, 'Content-Encoding': 'gzip' } })
    : new Response(all.json, { headers: type })
}

type Encoded = { version: string; json: string; gzipped: Uint8Array<ArrayBuffer> }

/** The version is a hash of the content, so an entry with this version is never stale. */
let encoded: Encoded | undefined

async function encodedMaster(db: Db, version: string): Promise<Encoded> {
  if (encoded?.version === version) return encoded
  const master = await readMaster(db)
  const current = versionOfMaster(master)
  const json = JSON.stringify({
    version: current,
    provinces: sortedByName(master.provinces),
    districts: sortedByName(master.districts),
    subdistricts: sortedByName(master.subdistricts),
    stores: master.stores,
  })
  const fresh = { version: current, json, gzipped: new Uint8Array(await compress(json)) }
  encoded = fresh
  return fresh
}
