import { readFile } from 'node:fs/promises'

/** Reads and parses a JSON file. Throws an error that names the file. */
export async function jsonOf(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`)
  }
}
