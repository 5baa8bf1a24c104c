import { readFile } from 'node:fs/promises'

export async function jsonOf(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`${file} does not exist`)
    if (code === 'EISDIR') throw new Error(`${file} is a folder. Name a JSON file`)
    throw new Error(`${file}: ${message}`)
  }
}
