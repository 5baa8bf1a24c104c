import { existsSync } from 'node:fs'
import { decodeText } from '#contract/decode-text.ts'
import { receiptNoPlaces } from '#contract/receipt-no-pattern.ts'
import { storeColumns } from '#contract/store-columns.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { isExhausted, pinCounts, resetStoreCount } from '#server/campaign/pin-limits.ts'
import { hashPin, newPin } from '#server/campaign/staff-pin.ts'
import { textOption } from '#server/cli/options.ts'
import { PIN_HELP, readPin } from '#server/cli/read-pin.ts'
import { writeSheet } from '#server/cli/sheet-file.ts'
import { readTextFile } from '#server/cli/text-file.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { withProgress } from '#server/cli/with-progress.ts'
import { readStores } from '#server/data/stores-csv.ts'
import type { Random } from '#server/random.ts'
import { countsOf, importStores, plannedStores } from '#server/set-up/stores.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'

export const storeVerbs: readonly Verb[] = [
  {
    name: 'store import',
    usage: 'FILE.csv [--only]',
    summary: 'Add and update stores from a CSV file.',
    help: [
      `Columns, named in the first line, in any order: ${storeColumns.join(', ')}.`,
      'The headings of the desk’s page of stores, in Thai or English, name the same columns: รหัส, เชน, ร้าน, สาขา, จังหวัด.',
      'The file is UTF-8, UTF-16 or Windows-874.',
      'The code identifies a store, and the QR code at its counter contains it: an existing code updates the store, a new',
      'code adds one. province is the official number or the Thai or English name. receiptNoHint tells customers where',
      'to find the receipt number. receiptNoPattern is its form: in BD-####, # is a digit and @ would be a letter; the app asks',
      `about other numbers. receiptNoPlace is where the app’s picture has it: ${receiptNoPlaces.join(', ')}.`,
      'active is 1 (or empty) or 0. Cells are separated by commas, semicolons or tabs.',
      'With --only, stores that are not in the file are removed from the campaign.',
      'If any line is wrong, all wrong lines are listed and nothing is imported.',
      '',
      'Example: store import stores.csv --dry-run',
    ],
    dryRun: true,
    run: importFile,
  },
  {
    name: 'store pin',
    usage: 'STORE',
    alsoAccepts: '[PIN]',
    summary: 'Set the PIN of one store’s staff.',
    help: [
      'STORE is the store’s code in stores.csv. The PIN has six digits. From then on, this store accepts no other PIN.',
      'Only its hash is stored, and the audit log does not contain it. The count of the store’s wrong PINs returns to zero.',
      PIN_HELP,
      '',
      'Example: store pin BD-10-001',
    ],
    mode: 'without-transaction',
    run: setPin,
  },
  {
    name: 'store pins',
    usage: '[--create FILE.xlsx|FILE.csv [--rotate]]',
    summary: 'Show the stores’ PINs and wrong attempts, or create PINs.',
    help: [
      'Without options, shows how many stores have a PIN, and the wrong PINs of the last 24 hours. After 20 at one',
      'store or 200 in the campaign, PINs are refused there until the 24 hours are over. Staff can still scan the',
      'customer’s code (see `qr use`).',
      '--create   creates a random PIN for each active store without one, and writes the PINs to the file. They cannot be',
      '           shown again, because only their hashes are stored: hand them to the stores and delete the file.',
      '           An existing file is not overwritten.',
      '--rotate   also replaces the PINs of the stores that have one, and an existing file',
      '',
      'Example: store pins --create pins.xlsx',
    ],
    dryRun: true,
    prepare: preparePins,
    run: pins,
  },
]

async function importFile({ db, args, options, dryRun, progress }: Context): Promise<Outcome> {
  const path = args[0] ?? ''
  const rows = await readStores(db, await readTextFile(path, decodeText))
  const plan = await plannedStores(db, rows, options.only === true)
  await importStores(db, plan, { each: (what, items) => withProgress(progress, what, items) })
  const counts = countsOf(plan)
  const [add, change, remove] = dryRun ? ['Would add', 'change', 'remove'] : ['Added', 'changed', 'removed']
  return {
    lines: [
      `${add} ${counts.added}, ${change} ${counts.changed}, ${remove} ${counts.removed} of ${counts.total} lines.`,
    ],
    data: counts,
    detail: { file: path, ...counts },
  }
}

async function setPin(context: Context): Promise<Outcome> {
  const { db, args, now } = context
  const [code = '', given] = args
  const store = await db
    .selectFrom('store')
    .select(['id', 'code'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (!store) throw new CliError(`STORE: no store has the code "${code}"`)
  const pinHash = await hashPin(await readPin(context, given))
  await inTransaction(db, trx => savePin(trx, store.id, pinHash, now))
  return { lines: [`The PIN of ${code} is set.`], data: { store: code }, detail: { store: code } }
}

async function savePin(db: Db, storeId: number, pinHash: string, now: number): Promise<void> {
  await db
    .insertInto('store_pin')
    .values({ store_id: storeId, pin_hash: pinHash, set_at: now })
    .onConflict(conflict => conflict.column('store_id').doUpdateSet({ pin_hash: pinHash, set_at: now }))
    .execute()
  await resetStoreCount(db, storeId)
}

type NewPin = { readonly pin: string; readonly pinHash: string }

async function createPin(random: Random): Promise<NewPin> {
  const pin = newPin(random)
  return { pin, pinHash: await hashPin(pin) }
}

/** Hashes the PINs before the transaction, so that customers' writes do not wait for thousands of hashes. */
async function preparePins(context: Context) {
  const file = fileOf(context)
  if (file === null) return showPins
  const { db, random, progress } = context
  const created = new Map<number, NewPin>()
  for (const { id } of withProgress(progress, 'Creating PINs', chosenOf(context, await storesWithPin(db))))
    created.set(id, await createPin(random))
  return (final: Context) => savePins(final, file, created)
}

/** Used for dry runs: shows the stores' PINs, or the number of PINs to create. */
async function pins(context: Context): Promise<Outcome> {
  const file = fileOf(context)
  return file === null ? showPins(context) : savePins(context, file, new Map())
}

/** Returns the file for new PINs, or null without --create. */
function fileOf(context: Context): string | null {
  const { rotate } = context.options
  const file = textOption(context, 'create')?.trim()
  if (!file && rotate) throw new CliError('--rotate: needs --create FILE.xlsx for the new PINs')
  if (!file) return null
  if (rotate !== true && existsSync(file))
    throw new CliError(
      `${file}: already exists. The PINs in it cannot be shown again, so choose a new file for the new ones.`,
    )
  return file
}

type StoreWithPin = Awaited<ReturnType<typeof storesWithPin>>[number]

const chosenOf = ({ options }: Context, stores: readonly StoreWithPin[]): readonly StoreWithPin[] =>
  stores.filter(store => options.rotate === true || store.set_at === null)

const storesWithPin = (db: Db) =>
  db
    .selectFrom('store')
    .leftJoin('store_pin', 'store_pin.store_id', 'store.id')
    .select(['store.id', 'store.code', 'store.name_th', 'store_pin.set_at'])
    .where('store.active', '=', 1)
    .orderBy('store.code')
    .execute()

const pinColumns = [
  { head: 'รหัสร้าน', width: 14 },
  { head: 'ชื่อร้าน', width: 36 },
  { head: 'PIN', width: 10 },
]

async function savePins(
  context: Context,
  file: string,
  created: ReadonlyMap<number, NewPin>,
): Promise<Outcome> {
  const { db, random, now, dryRun } = context
  const stores = await storesWithPin(db)
  const chosen = chosenOf(context, stores)
  const saved: [string, string, string][] = []
  for (const { id, code, name_th } of dryRun ? [] : chosen) {
    const { pin, pinHash } = created.get(id) ?? (await createPin(random))
    await savePin(db, id, pinHash, now)
    saved.push([code, name_th, pin])
  }
  async function* rows() {
    yield* saved
  }
  if (!dryRun) await writeSheet(file, pinColumns, rows())
  const detail = { file, created: chosen.length, kept: stores.length - chosen.length }
  return {
    lines: [`${file}: ${detail.created} new PINs. ${detail.kept} stores keep theirs.`],
    detail,
  }
}

async function showPins({ db, now }: Context): Promise<Outcome> {
  const stores = await storesWithPin(db)
  const set = stores.filter(store => store.set_at !== null).length
  const counts = (await pinCounts(db, now)).map(count => ({
    where: stores.find(store => store.id === count.storeId)?.code ?? count.scope,
    failures: count.failures,
    limit: count.limit,
    locked: isExhausted(count),
    until: count.until,
  }))
  return {
    lines: [
      `${set} of ${stores.length} stores have a PIN.`,
      ...counts.map(
        ({ where, failures, limit, locked, until }) =>
          `${locked ? 'LOCKED' : 'ok    '}  ${where}: ${failures} of ${limit} wrong PINs, counted until ${bangkokTime(until ?? now)}`,
      ),
    ],
    data: { stores: stores.length, set, counts },
    detail: { stores: stores.length, set },
  }
}
