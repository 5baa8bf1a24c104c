import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { CliError } from './verb.ts'

/**
 * Limits of the POSIX ustar format: bytes per block, bytes per name, and the smallest file size that does not fit in
 * the octal size field.
 */
const BLOCK = 512
const NAME_MAX = 100
const SIZE_OCTAL_MAX = 8 ** 11

export type Packed = { readonly name: string; readonly bytes: number; readonly sha256: string }

/** Returns a writer that adds files to an archive one at a time, streaming and hashing their contents. */
export function tarWriter(file: FileHandle) {
  return {
    async add(
      name: string,
      bytes: number,
      pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    ): Promise<Packed> {
      const hash = createHash('sha256')
      // Use `writeFile`: on an almost full disk, `write` may write only part of the data without an error.
      await file.writeFile(header(name, bytes))
      let written = 0
      for await (const piece of pieces) {
        hash.update(piece)
        written += piece.length
        await file.writeFile(piece)
      }
      if (written !== bytes) throw new CliError(`${name}: the file changed while it was being read`)
      await file.writeFile(new Uint8Array(padding(bytes)))
      return { name, bytes, sha256: hash.digest('hex') }
    },
    end: async (): Promise<void> => {
      await file.writeFile(new Uint8Array(2 * BLOCK))
      await file.sync()
    },
  }
}

const padding = (bytes: number): number => (BLOCK - (bytes % BLOCK)) % BLOCK

function header(name: string, bytes: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  // ustar splits a name of more than 100 bytes at a slash into a prefix and a name.
  const cut = name.length > NAME_MAX ? name.lastIndexOf('/') : -1
  block.write(name.slice(cut + 1), 0, NAME_MAX, 'latin1')
  if (cut > 0) block.write(name.slice(0, cut), 345, 155, 'latin1')
  block.write('0000600\0', 100, 'latin1')
  block.write('0000000\0', 108, 'latin1')
  block.write('0000000\0', 116, 'latin1')
  writeSize(block, bytes)
  block.write('00000000000\0', 136, 'latin1')
  block.write('        ', 148, 'latin1')
  block.write('0', 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}

/** Writes sizes below 8 GiB in octal, and larger ones in binary with the first bit set, as GNU tar does. */
function writeSize(block: Buffer, bytes: number): void {
  if (bytes < SIZE_OCTAL_MAX) {
    block.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
    return
  }
  block[124] = 0x80
  block.writeBigUInt64BE(BigInt(bytes), 128)
}

function readSize(block: Buffer): number {
  if (((block[124] ?? 0) & 0x80) !== 0) return Number(block.readBigUInt64BE(128))
  return Number.parseInt(block.toString('latin1', 124, 136).replace(/[\0 ].*$/s, '') || '0', 8)
}

const textAt = (block: Buffer, at: number, length: number): string =>
  block.toString('latin1', at, at + length).replace(/\0.*$/s, '')

/** `pieces` must be consumed before the next file is requested. */
export type Unpacking = {
  readonly name: string
  readonly bytes: number
  pieces(): AsyncGenerator<Uint8Array>
}

const PIECE = 1024 * 1024

/**
 * Yields the files of an archive in order. Throws if the file is not an archive or is truncated. Calls
 * `onDefect` if bytes around the files are not as `tarWriter` writes them; the files can still be intact.
 */
export async function* readTar(
  file: FileHandle,
  onDefect: (what: string) => void = () => undefined,
): AsyncGenerator<Unpacking> {
  let at = 0
  for (;;) {
    const block = await exactly(file, at, BLOCK)
    if (isZero(block)) {
      const { size } = await file.stat()
      if (size !== at + 2 * BLOCK || !isZero(await exactly(file, at + BLOCK, BLOCK)))
        onDefect('the end of the file')
      return
    }
    if (!block.toString('latin1', 257, 262).startsWith('ustar'))
      throw new CliError('The file is not a backup.')
    const [prefix, last] = [textAt(block, 345, 155), textAt(block, 0, NAME_MAX)]
    const name = prefix === '' ? last : `${prefix}/${last}`
    const bytes = readSize(block)
    if (!Number.isSafeInteger(bytes)) throw new CliError(`The backup is damaged: ${name} has no valid size`)
    if (!block.equals(header(name, bytes))) onDefect(`the header of ${name}`)
    const begin = at + BLOCK
    yield { name, bytes, pieces: () => piecesOf(file, begin, bytes) }
    const end = begin + bytes
    at = end + padding(bytes)
    if (at > end && !isZero(await exactly(file, end, at - end))) onDefect(`the padding after ${name}`)
  }
}

async function* piecesOf(file: FileHandle, begin: number, bytes: number): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < bytes; done += PIECE) {
    yield await exactly(file, begin + done, Math.min(PIECE, bytes - done))
  }
}

const isZero = (bytes: Uint8Array): boolean => bytes.every(byte => byte === 0)

async function exactly(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, at)
  if (bytesRead < length) throw new CliError('The backup is incomplete: the file ends too early.')
  return buffer
}
