import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const manifest = pathToFileURL(createRequire(import.meta.url).resolve('liff-emulator/package.json'))

/** Returns the URL of a file or folder of this package. The build moves modules, so their own URLs do not help. */
export const packageFile = (path: string): URL => new URL(path, manifest)
