import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { legalDocuments, versionOf } from '#server/campaign/legal.ts'
import { lockCampaign } from '#server/set-up/lock.ts'
import { SetUpRefusal } from '#server/set-up/refusal.ts'
import { countAgreed, countRegistered, versionsAgreed } from '#server/set-up/terms.ts'
import { planFor } from '../actions/set-up.ts'
import type { DeskHandlers, ReceivedDeskCall } from '../handler.ts'
import type { Plan } from '../set-up/plan.ts'
import { afterwards, customerScreens } from '../set-up/screens.ts'
import { readSetUp } from '../set-up/state.ts'
import { WrongLines } from '../set-up/stores-plan.ts'

export const setUpHandlers = {
  setUp: ({ db, deps, now }) => readSetUp(db, deps.advertised, now),

  setUpScreens: ({ db, deps, now }) => customerScreens({ db, receiptReader: deps.receiptReader, now }),

  setUpStores: async ({ db }) => {
    const rows = await db
      .selectFrom('store')
      .innerJoin('province', 'province.id', 'store.province_id')
      .leftJoin('store_pin', 'store_pin.store_id', 'store.id')
      .selectAll('store')
      .select(['province.name_th as province', 'store_pin.set_at'])
      .orderBy('store.code')
      .execute()
    return {
      stores: rows.map(row => ({
        code: row.code,
        chain: row.chain,
        nameTh: row.name_th,
        branch: row.branch,
        province: row.province,
        receiptNoHint: row.receipt_no_hint,
        chainEn: row.chain_en,
        nameEn: row.name_en,
        branchEn: row.branch_en,
        receiptNoHintEn: row.receipt_no_hint_en,
        receiptNoPattern: row.receipt_no_pattern,
        receiptNoPlace: row.receipt_no_place,
        active: row.active === 1,
        pinSetAt: row.set_at,
      })),
    }
  },

  setUpTerms: async ({ db }) => {
    const campaign = await readCampaign(db)
    const registered = await countRegistered(db)
    const documents = []
    for (const document of legalDocuments) {
      const agreed = await countAgreed(db, document, versionOf(campaign, document))
      const history = await versionsAgreed(db, document)
      documents.push({ document, agreed, asked: registered - agreed, history })
    }
    return { documents }
  },

  previewSetUp: async call => {
    try {
      const { differences, effects, lines = [] } = await planIn(call, await readCampaign(call.db))
      return { refusal: null, differences: [...differences], effects: [...effects], lines: [...lines] }
    } catch (error) {
      if (!(error instanceof SetUpRefusal)) throw error
      const lines = error instanceof WrongLines ? [...error.lines] : []
      return {
        refusal: { code: error.code, values: { ...error.values } },
        differences: [],
        effects: [],
        lines,
      }
    }
  },

  previewSetUpScreens: async call => {
    const { db, deps, now } = call
    const { apply } = await planIn(call, await lockCampaign(db))
    return afterwards(db, apply, () => customerScreens({ db, receiptReader: deps.receiptReader, now }))
  },
} satisfies Partial<DeskHandlers>

type Planning = Pick<ReceivedDeskCall<'previewSetUp'>, 'db' | 'deps' | 'body' | 'now'>

const planIn = ({ db, deps, body, now }: Planning, campaign: Campaign): Promise<Plan> =>
  planFor({ db, advertised: deps.advertised, now, random: deps.random }, campaign, body)
