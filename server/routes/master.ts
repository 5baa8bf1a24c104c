import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { isoOf } from '#contract/time.ts'
import { type Campaign, campaignState, readCampaign } from '#server/campaign/clock.ts'
import { SATANG } from '#server/campaign/rights.ts'
import type { Handlers } from '#server/handler.ts'
import { matchesEtag } from '#server/http/headers.ts'
import {
  districtsIn,
  provincesIn,
  readMaster,
  storesIn,
  subdistrictsIn,
  versionOfMaster,
} from '#server/store/master.ts'
import type { Db } from '#server/store/tables.ts'

type Names = 'provinces' | 'districts' | 'subdistricts' | 'stores' | 'masterAll' | 'activity'

const compress = promisify(gzip)

/** Address lists, stores, and the campaign's clock: what anyone may read. */
export const masterHandlers: Handlers<Names> = {
  provinces: ({ db }) => versioned(db, 'p', () => provincesIn(db).execute()),

  districts: ({ db, query }) =>
    versioned(db, `d${query.provinceId}`, () =>
      districtsIn(db).where('province_id', '=', query.provinceId).execute(),
    ),

  subdistricts: ({ db, query }) =>
    versioned(db, `s${query.districtId}`, () =>
      subdistrictsIn(db).where('district_id', '=', query.districtId).execute(),
    ),

  stores: ({ db }) => versioned(db, 't', () => storesIn(db).execute()),

  async masterAll({ db, headers }) {
    const { master_version } = await readCampaign(db)
    const tags = { ETag: `W/"${master_version}"`, Vary: 'Accept-Encoding' }
    // Before the lists are read: most phones ask whether what they keep is still right.
    if (matchesEtag(headers.get('if-none-match'), tags.ETag))
      return new Response(null, { status: 304, headers: tags })
    const all = await encodedMaster(db, master_version)
    const type = { ...tags, ETag: `W/"${all.version}"`, 'Content-Type': 'application/json; charset=utf-8' }
    return /\bgzip\b/.test(headers.get('accept-encoding') ?? '')
      ? new Response(all.gzipped, { headers: { ...type, 'Content-Encoding': 'gzip' } })
      : new Response(all.json, { headers: type })
  },

  async activity({ db, now }) {
    return shownActivity(await readCampaign(db), now)
  },
}

async function versioned<T>(db: Db, list: string, read: () => Promise<T>) {
  const { master_version } = await readCampaign(db)
  return { answer: await read(), headers: { ETag: `"${master_version}-${list}"` } }
}

type Encoded = { version: string; json: string; gzipped: Uint8Array<ArrayBuffer> }

/** The last lists that were asked for. Their version is the hash of what they hold, so this is never stale. */
let encoded: Encoded | undefined

async function encodedMaster(db: Db, version: string): Promise<Encoded> {
  if (encoded?.version === version) return encoded
  const master = await readMaster(db)
  const json = JSON.stringify({ version: versionOfMaster(master), ...master })
  const fresh = { version: versionOfMaster(master), json, gzipped: new Uint8Array(await compress(json)) }
  encoded = fresh
  return fresh
}

function shownActivity(campaign: Campaign, now: number) {
  const state = campaignState(campaign, now)
  return {
    endPlatform: state === 'ended',
    pendingPlatform: state === 'pending',
    serverTime: isoOf(now),
    opensAt: isoOf(campaign.opens_at),
    closesAt: isoOf(campaign.closes_at),
    drawAt: isoOf(campaign.draw_at),
    announceAt: isoOf(campaign.announce_at),
    confirmBy: isoOf(campaign.confirm_by),
    termsVersion: campaign.terms_version,
    privacyVersion: campaign.privacy_version,
    bahtPerRight: campaign.baht_per_right,
    minAmount: campaign.min_amount_satang / SATANG,
    maxReceiptsPerDay: campaign.max_receipts_per_day,
    minAge: campaign.min_age,
    permitNo: campaign.permit_no,
    features: {
      allowExternalBrowser: campaign.allow_external_browser === 1,
      drawId: campaign.draw_id,
    },
  }
}
