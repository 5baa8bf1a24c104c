import { type FileHandle, open, rm } from 'node:fs/promises'
import { CUSTOMER_USAGE, findCustomer, identifierHelp } from '#server/cli/find-customer.ts'
import { tarWriter } from '#server/cli/tar.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { exportCustomer, photoFile } from '#server/identity/export.ts'
import { imageKey } from '#server/images/store.ts'

const DATA = 'customer.json'

export const customerExportVerbs: readonly Verb[] = [
  {
    name: 'customer export',
    usage: `${CUSTOMER_USAGE} FILE.tar`,
    summary: 'Write everything that is stored about a customer to one file, for the customer.',
    help: [
      identifierHelp,
      'Use this to answer a request for a copy of personal data (PDPA sections 30 and 31). The tar file has',
      `${DATA} with every row about the customer, and the photos. It leaves out secrets (hashes of tokens, the`,
      'key of the personal code), unfinished uploads and, before the announcement, the result of the draw. The',
      'organiser’s commands about the customer are in it without the names of staff. Only the owner can read the file:',
      'check who is asking, hand it over safely, and delete it.',
      '',
      'Example: customer export 0812345678 customer.tar',
    ],
    args: { min: 2, max: 2 },
    mode: 'without-transaction',
    run: exported,
  },
]

async function exported(context: Context): Promise<Outcome> {
  const [name = '', path = ''] = context.args
  const row = await findCustomer(context.db, name)
  const file = await create(path)
  try {
    const found = await pack(context, row, file)
    const data = { customerId: row.id, file: path, ...found }
    const lost = found.missing > 0 ? [`${found.missing} photos are missing from the photo storage.`] : []
    return {
      lines: [`${path}: ${DATA} and ${found.photos} photos.`, ...lost],
      data,
      detail: data,
      failed: found.missing > 0,
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CliError(`${path}: ${code === 'EEXIST' ? 'already exists' : `cannot write the file (${code})`}`)
  }
}

type Row = Awaited<ReturnType<typeof findCustomer>>

async function pack({ db, objects, now, progress }: Context, row: Row, file: FileHandle) {
  const tar = tarWriter(file)
  const everything = Buffer.from(`${JSON.stringify(await exportCustomer(db, row, now), null, 2)}\n`)
  await tar.add(DATA, everything.length, [everything])
  const images = await db
    .selectFrom('image')
    .select(['sha256', 'content_type'])
    .where('customer_id', '=', row.id)
    .orderBy('sha256')
    .execute()
  const bar = progress('Exporting photos', images.length)
  let photos = 0
  try {
    for (const { sha256, content_type } of images) {
      const bytes = await objects.get(imageKey({ customerId: row.id, sha256 }))
      if (bytes) {
        await tar.add(photoFile(sha256, content_type), bytes.length, [bytes])
        photos += 1
      }
      bar.step(1)
    }
    await tar.end()
  } finally {
    bar.end()
  }
  return { photos, missing: images.length - photos }
}
