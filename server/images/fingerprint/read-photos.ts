import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import decodeJpeg, { init as startJpeg } from '@jsquash/jpeg/decode.js'
import decodePng, { init as startPng } from '@jsquash/png/decode.js'
import decodeWebp, { init as startWebp } from '@jsquash/webp/decode.js'
import { assertNever } from '#contract/assert-never.ts'
import { fingerprintOf, fingerprintText } from './fingerprint.ts'
import { greyOf } from './grey.ts'
import type { PhotoMessage, WorkerMessage } from './reader.ts'

const { resolve } = createRequire(import.meta.url)
const load = async (file: string) => Uint8Array.from(await readFile(resolve(file))).buffer
/** The decoders print a warning for every unusual file. */
const quiet = { print: () => undefined, printErr: () => undefined }

async function decode({ bytes, type }: PhotoMessage) {
  const { buffer } = bytes.slice()
  switch (type) {
    case 'image/jpeg':
      await startJpeg({ ...quiet, wasmBinary: await load('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm') })
      return decodeJpeg(buffer)
    case 'image/png':
      await startPng(await load('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
      return decodePng(buffer)
    case 'image/webp':
      await startWebp({ ...quiet, wasmBinary: await load('@jsquash/webp/codec/dec/webp_dec.wasm') })
      return decodeWebp(buffer)
    default:
      return assertNever(type)
  }
}

const send = (message: WorkerMessage) => parentPort?.postMessage(message)

// An uncaught error ends the worker, which `reader.ts` notices.
parentPort?.on('message', async (photo: PhotoMessage) => {
  const { width, height, data } = await decode(photo)
  const bits = fingerprintOf(greyOf(width, height, data))
  send({ fingerprint: bits && fingerprintText(bits) })
})
send('ready')
