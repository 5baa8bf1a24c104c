import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Responses smaller than this (in bytes) fit in one network packet anyway. */
const WORTH_BYTES = 1000
const compressible = /^(text\/|application\/(json|manifest\+json|javascript|wasm)|image\/svg)/

export type Encoding = 'br' | 'gzip'

export function chooseEncoding(accepted: string | null, type: string, bytes: number): Encoding | null {
  if (accepted === null || bytes < WORTH_BYTES || !compressible.test(type)) return null
  const allowed = accepted
    .split(',')
    .map(part => part.trim().toLowerCase())
    .filter(part => !/;\s*q=0(\.0*)?$/.test(part))
    .map(part => part.split(';', 1)[0])
  if (allowed.includes('br')) return 'br'
  return allowed.includes('gzip') ? 'gzip' : null
}

/** Each file is compressed only once per process, so use the highest level. */
export async function encode(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const packed =
    encoding === 'br'
      ? await brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
          },
        })
      : await gz(bytes, { level: constants.Z_BEST_COMPRESSION })
  return new Uint8Array(packed)
}
