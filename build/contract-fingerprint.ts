import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** Returns a hash of the contract's source. A cached response with the same fingerprint needs no validation. */
export function contractFingerprint(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync('contract', { recursive: true, encoding: 'utf8' }).sort())
    if (name.endsWith('.ts')) hash.update(readFileSync(`contract/${name}`))
  return hash.digest('base64url').slice(0, 12)
}
