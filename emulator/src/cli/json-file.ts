import { readFile } from 'node:fs/promises'

export async function jsonOf(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(code === 'ENOENT' ? `${file} does not exist` : `${file}: ${message}`)
  }
}
