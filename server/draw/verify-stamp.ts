import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isoOf } from '#contract/time.ts'
import { InputError } from '#server/data/input-error.ts'
import { readTimeStamp } from '#server/time-stamp/time-stamp.ts'
import type { Finding, Head } from './verify-types.ts'

const run = promisify(execFile)

type Checked = { readonly findings: readonly Finding[]; readonly notChecked: readonly string[] }

/**
 * Checks that a published file's time stamp covers the list's hash. With `caFile` (PEM certificates of trusted
 * authorities), also checks the signature with the program `openssl`. A time stamp proves that the list existed at that
 * time, but not that it was the only list.
 */
export async function checkStamp(head: Head, caFile: string | null): Promise<Checked> {
  const what = 'time stamp'
  if (head.timeStamp === undefined) {
    if (caFile === null) return { findings: [], notChecked: [] }
    return { findings: [{ what, ok: false, found: 'the file has none' }], notChecked: [] }
  }
  const reply = Buffer.from(head.timeStamp, 'base64')
  const read = readOrWhy(reply)
  if ('why' in read) return { findings: [{ what, ok: false, found: read.why }], notChecked: [] }
  if (read.hash !== head.entriesHash)
    return { findings: [{ what, ok: false, found: 'it is one of another hash' }], notChecked: [] }
  const at = isoOf(read.at)
  const isLate = head.beaconAt !== null && read.at >= Date.parse(head.beaconAt)
  const late = isLate
    ? [`that the list is older than the random value: the time stamp of ${at} was made afterwards`]
    : []
  if (caFile === null)
    return {
      findings: [],
      notChecked: [
        ...late,
        `the signature of the time stamp, which says ${at}: give the authority's certificate (--tsa-ca FILE.pem)`,
      ],
    }
  const signed = await isSigned(reply, head.entriesHash, { caFile, at: read.at })
  return {
    findings: [{ what, ok: signed, found: signed ? `signed, ${at}` : 'not signed by these authorities' }],
    notChecked: late,
  }
}

function readOrWhy(reply: Buffer) {
  try {
    return readTimeStamp(reply)
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) }
  }
}

/** The certificates must have been valid at the time of the stamp. */
async function isSigned(
  reply: Buffer,
  hash: string,
  { caFile, at }: { readonly caFile: string; readonly at: number },
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'time-stamp-'))
  const file = join(folder, 'reply.tsr')
  const seconds = String(Math.floor(at / 1000))
  try {
    await writeFile(file, reply)
    const args = ['ts', '-verify', '-digest', hash, '-in', file, '-CAfile', caFile, '-attime', seconds]
    await run('openssl', args)
    return true
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT') throw new InputError('--tsa-ca: needs the program openssl, which is not installed')
    if (/No such file|Can't open|no certificate/i.test(stderr ?? ''))
      throw new InputError(`--tsa-ca: ${caFile} cannot be read as certificates (PEM)`)
    return false
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
