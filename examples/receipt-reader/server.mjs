import { spawn } from 'node:child_process'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { fieldsIn } from './fields.mjs'

/*
 * A receipt reader for `RECEIPT_READER_URL` (docs/guides/receipt-reader.md). It checks the signature, passes the photo
 * to a program that recognises text, and finds the receipt's fields in the text. It stores nothing.
 *
 * Environment: RECEIPT_READER_SECRET, the campaign server's secret; OCR_COMMAND, a program that reads a picture from
 * standard input and writes text, such as `tesseract stdin stdout -l tha+eng`; CAMPAIGN_URL (optional), to load the
 * list of stores; PORT (default 4100).
 */
const {
  RECEIPT_READER_SECRET: secret = '',
  OCR_COMMAND: command = '',
  CAMPAIGN_URL: campaign = '',
} = process.env
const port = Number(process.env.PORT ?? 4100)
if (secret === '' || command === '') {
  console.error(
    'Set RECEIPT_READER_SECRET and OCR_COMMAND, for example OCR_COMMAND="tesseract stdin stdout -l tha+eng"',
  )
  process.exit(1)
}

const MAX_PHOTO_BYTES = 8 * 1024 * 1024
/** In seconds. Older signatures are refused, so that a recorded request cannot be replayed later. */
const MAX_AGE_S = 300
const OCR_TIMEOUT_MS = 7000

const server = createServer(async (request, response) => {
  const answer = (status, body) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  try {
    if (request.method !== 'POST') return answer(405, { error: 'POST a photo' })
    const photo = await bodyOf(request)
    if (photo === null) return answer(413, { error: 'the photo is too large' })
    if (!isSigned(request.headers['x-campaign-signature'], photo))
      return answer(401, { error: 'wrong signature' })
    answer(200, fieldsIn(await recognise(photo), await stores()))
  } catch (error) {
    console.error(error)
    answer(500, { error: 'the photo could not be read' })
  }
})
server.listen(port, () => console.log(`receipt reader on http://127.0.0.1:${server.address().port}`))

async function bodyOf(request) {
  const chunks = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > MAX_PHOTO_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The header is `t=<seconds>,v1=<hex>`: the HMAC-SHA-256 of the time, a dot and the photo. */
function isSigned(header, photo) {
  const [, seconds, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (seconds === undefined || Math.abs(Date.now() / 1000 - Number(seconds)) > MAX_AGE_S) return false
  const mac = createHmac('sha256', secret).update(`${seconds}.`).update(photo).digest()
  return timingSafeEqual(mac, Buffer.from(given, 'hex'))
}

function recognise(photo) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'], timeout: OCR_TIMEOUT_MS })
    const parts = []
    child.stdout.on('data', part => parts.push(part))
    child.on('error', reject)
    child.on('close', code =>
      code === 0
        ? resolve(Buffer.concat(parts).toString('utf8'))
        : reject(new Error(`OCR_COMMAND ended with ${code}`)),
    )
    // The program may exit before it has read the whole photo.
    child.stdin.on('error', () => {})
    child.stdin.end(photo)
  })
}

let list = null
/** Loads the campaign's stores once. Returns an empty list while the campaign cannot be reached. */
async function stores() {
  if (campaign === '' || list !== null) return list ?? []
  const response = await fetch(`${campaign}/api/master/store`).catch(() => null)
  if (response?.ok) list = await response.json()
  return list ?? []
}
