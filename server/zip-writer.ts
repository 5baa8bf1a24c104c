import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/**
 * Writes a ZIP file whose entries have the modification time `now`. `add`, `taken` and `end` return the bytes produced
 * since the previous such call.
 */
export function zipWriter(now = Date.now()) {
  let ready: Uint8Array[] = []
  let file: ZipDeflate | ZipPassThrough | null = null
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  const taken = () => {
    const bytes = ready
    ready = []
    return bytes
  }
  const begin = (name: string, how: 'compressed' | 'stored' = 'compressed') => {
    file = how === 'stored' ? new ZipPassThrough(name) : new ZipDeflate(name)
    file.mtime = now
    zip.add(file)
  }
  const push = (bytes: Uint8Array, isLast = false) => file?.push(bytes, isLast)
  return {
    begin,
    push,
    add(name: string, bytes: Uint8Array, how?: 'compressed' | 'stored') {
      begin(name, how)
      push(bytes, true)
      return taken()
    },
    end() {
      zip.end()
      return taken()
    },
    taken,
  }
}
