import { type FileHandle, open, rm } from 'node:fs/promises'
import { customerNamed } from '#server/action.ts'
import { makeFile } from '#server/cli/action-verb.ts'
import { CUSTOMER_USAGE, identifierHelp } from '#server/cli/options.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { EXPORT_DATA, EXPORT_PAGE, type Exported, photosOf } from '#server/identity/export-file.ts'

export const customerExportVerbs: readonly Verb[] = [
  {
    name: 'customer export',
    usage: `${CUSTOMER_USAGE} FILE.zip`,
    summary: 'Write all stored data about a customer to one file, for the customer.',
    help: [
      identifierHelp,
      'Use this to answer a request for a copy of personal data (PDPA sections 30 and 31). The ZIP file has',
      `${EXPORT_PAGE}, a page in Thai and English with all stored data about the customer, the same data as`,
      `${EXPORT_DATA} for programs, the photos, and the texts of the consents. It leaves out secrets (hashes of tokens, the`,
      'key of the personal code), the bytes of unfinished uploads and, before the announcement, the result of the draw. The',
      'organiser’s commands about the customer are in it without the names of staff. Only the owner can read the file:',
      'check who is asking, hand it over safely, and delete it.',
      '',
      'Example: customer export 0812345678 customer.zip',
    ],
    mode: 'without-transaction',
    run: exported,
  },
]

async function exported(context: Context): Promise<Outcome> {
  const [name = '', path = ''] = context.args
  const row = await customerNamed(context.db, name)
  const file = await create(path)
  try {
    const found = await pack(context, row, file)
    // Users often name such files after the customer, so keep the path out of the audit log.
    const detail = { customerId: row.id, ...found }
    const data = { ...detail, file: path }
    const lost = found.missing > 0 ? [`${found.missing} photos are missing from the photo storage.`] : []
    return {
      lines: [`${path}: ${EXPORT_PAGE}, ${EXPORT_DATA} and ${found.photos} photos.`, ...lost],
      data,
      detail,
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

type Row = Awaited<ReturnType<typeof customerNamed>>

async function pack(context: Context, { id: customerId }: Row, file: FileHandle): Promise<Exported> {
  const { write } = await makeFile('exportCustomer', context, { customerId })
  const bar = context.progress('Exporting photos', (await photosOf(context.db, customerId)).length)
  try {
    const pieces = write(bar.step)
    for (;;) {
      const { done, value } = await pieces.next()
      if (done) return value
      // Use `writeFile`: on an almost full disk, `write` may write only part of the data without an error.
      await file.writeFile(value)
    }
  } finally {
    await file.sync()
    bar.end()
  }
}
