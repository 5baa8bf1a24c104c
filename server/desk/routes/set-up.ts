import type { DeskAnswer, DeskBody } from '#contract/desk/calls.ts'
import { sectionOf } from '#contract/desk/set-up.ts'
import { readCampaign } from '#server/campaign/clock.ts'
import { legalDocuments, versionOf } from '#server/campaign/legal.ts'
import { lockCampaign } from '#server/set-up/lock.ts'
import { SetUpRefusal } from '#server/set-up/refusal.ts'
import { countAgreed, countRegistered, versionsAgreed } from '#server/set-up/terms.ts'
import type { Db } from '#server/store/tables.ts'
import { DeskError } from '../errors.ts'
import { deskHandlers } from '../handler.ts'
import type { Around } from '../set-up/plan.ts'
import { planOf } from '../set-up/plans.ts'
import { afterwards, customerScreens } from '../set-up/screens.ts'
import { readSetUp, versionOfPart } from '../set-up/state.ts'
import { WrongLines } from '../set-up/stores-plan.ts'

export const setUpHandlers = deskHandlers({
  setUp: ({ db, deps, now }) => readSetUp(db, deps.advertised, now),
  setUpTerms: ({ db }) => agreements(db),
  setUpStores: ({ db }) => storeList(db),
  async previewSetUp({ db, deps, body, now }) {
    const campaign = await readCampaign(db)
    const { advertised, random } = deps
    return preview({ db, campaign, advertised, now, random }, body)
  },
  setUpScreens: ({ db, deps, now }) => customerScreens({ db, receiptReader: deps.receiptReader, now }),
  async previewSetUpScreens({ db, deps, body, now }) {
    const campaign = await lockCampaign(db)
    const { advertised, random, receiptReader } = deps
    const around = { db, campaign, advertised, now, random }
    await requireSeen(around, body)
    const { apply } = await planOf(around, body.change)
    return afterwards(db, apply, () => customerScreens({ db, receiptReader, now }))
  },
  async changeSetUp({ db, deps, body, now, audit }) {
    const campaign = await lockCampaign(db)
    const { advertised, random } = deps
    const around = { db, campaign, advertised, now, random }
    await requireSeen(around, body)
    const { apply } = await planOf(around, body.change)
    await audit(`desk set-up ${body.change.kind}`, await apply())
    return readSetUp(db, advertised, now)
  },
})

type Body = DeskBody<'previewSetUp'>

/** Throws CHANGED if someone has changed this part since the person loaded it. */
async function requireSeen({ db, campaign }: Around, { change, seen }: Body): Promise<void> {
  if ((await versionOfPart(db, campaign, sectionOf[change.kind])) !== seen) throw new DeskError('CHANGED')
}

async function preview(around: Around, body: Body): Promise<DeskAnswer<'previewSetUp'>> {
  await requireSeen(around, body)
  try {
    const { differences, effects, lines = [] } = await planOf(around, body.change)
    return { refusal: null, differences: [...differences], effects: [...effects], lines: [...lines] }
  } catch (error) {
    if (!(error instanceof SetUpRefusal)) throw error
    const lines = error instanceof WrongLines ? [...error.lines] : []
    return { refusal: { code: error.code, values: { ...error.values } }, differences: [], effects: [], lines }
  }
}

async function agreements(db: Db): Promise<DeskAnswer<'setUpTerms'>> {
  const campaign = await readCampaign(db)
  const registered = await countRegistered(db)
  const documents = []
  for (const document of legalDocuments) {
    const agreed = await countAgreed(db, document, versionOf(campaign, document))
    const history = await versionsAgreed(db, document)
    documents.push({ document, agreed, asked: registered - agreed, history })
  }
  return { documents }
}

async function storeList(db: Db): Promise<DeskAnswer<'setUpStores'>> {
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
      active: row.active === 1,
      pinSetAt: row.set_at,
    })),
  }
}
