import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** Each call returns the bytes that are ready to be written. */
export function zipWriter(now: number) {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  const taken = () => {
    const bytes = ready
    ready = []
    return bytes
  }
  return {
    add(name: string, bytes: Uint8Array, how: 'compressed' | 'stored' = 'compressed') {
      const file = how === 'stored' ? new ZipPassThrough(name) : new ZipDeflate(name)
      file.mtime = now
      zip.add(file)
      file.push(bytes, true)
      return taken()
    },
    end() {
      zip.end()
      return taken()
    },
  }
}
